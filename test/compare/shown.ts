/** What each cell of the comparison claims, on clusters that have the thing. */
export interface Shown {
  /** A command of the cell, with real names in place of `NAME`, `FINALIZER` and `FILE`. */
  readonly line: string;
  /** A scenario; unless given, the bundled example. */
  readonly in?: string;
  readonly says: readonly RegExp[];
  readonly never?: readonly RegExp[];
  readonly exits?: number;
}

type Rows = Readonly<Record<string, readonly Shown[]>>;

const explained: Rows = {
  A1: [{ line: "why pvc/uploads -n shop", says: [/uploads in namespace shop is Terminating/] }],
  A2: [{ line: "why pvc/data-0 -n shop", says: [/Terminating for 2d3h/] }],
  A3: [
    {
      line: "why pvc/data -n app",
      in: "p04-two-products-and-neither-lets-go",
      says: [/├─ replication\.storage\.openshift\.io\/pvc-protection/, /└─ \S+\.\S+\//],
    },
  ],
  A4: [{ line: "explain kubernetes.io/pvc-protection", says: [/Owner: +pvc-protection-controller/] }],
  A5: [
    {
      line: "explain external-provisioner.volume.kubernetes.io/finalizer",
      says: [/Released when\n +The driver has deleted the disk/],
    },
    {
      line: "why pvc/photos -n media",
      says: [/snapshot\.storage\.kubernetes\.io\/pvc-as-source-protection/],
    },
  ],
  A6: [{ line: "blockers pvc/uploads -n shop", says: [/pod\/web-5d8f-q2w8r/] }],
  A7: [
    { line: "blockers pvc/data-0 -n shop", says: [/pod\/import-x7k2p +Succeeded .* yes/] },
    {
      line: "blockers pvc/data -n app",
      in: "a09-unscheduled-pod",
      says: [/web-7f-old +Running .* yes/, /wait/],
    },
    {
      line: "blockers pvc/cache-tmp -n app",
      in: "t04-ephemeral-name-clash",
      says: [/pod\/cache .* no +the claim is of an ephemeral volume/],
      never: [/ yes /],
    },
  ],
  A8: [
    {
      line: "blockers pvc/data-0 -n shop",
      says: [/has finished \(Succeeded\), but its object still names the claim/],
    },
  ],
  A9: [{ line: "blockers pvc/uploads -n shop", says: [/SCALE/, /deployment\/web/] }],
  A10: [
    {
      line: "blockers pvc/worker-3-scratch -n app",
      in: "t03-force-deleted-pod-ephemeral",
      says: [/pod\/worker-3/],
    },
  ],
  A11: [
    {
      line: "why pv/pvc-scratch",
      says: [
        /persistentvolume\/pvc-scratch\n/,
        /volumeattachment\/csi-scratch \(/,
        /node\/node-7 is not in the API/,
      ],
    },
  ],
  A12: [
    { line: "why volumeattachment/csi-scratch", says: [/rpc error: code = Internal/, /Terminating for 27h/] },
  ],
  A13: [
    {
      line: "audit --rules PVG309",
      in: "pvg309-orphaned-attachments",
      says: [/csi-no-node +node\/node-7 is not in/],
    },
  ],
  A14: [
    { line: "why pvc/photos -n media", says: [/volumesnapshot\/photos-nightly/] },
    { line: "why pvc/raw -n media", says: [/persistentvolumeclaim\/raw-copy/] },
  ],
  A15: [
    {
      line: "audit --rules PVG206",
      in: "pvg206-claim-made-again",
      says: [/a former persistentvolumeclaim\/hourly/],
      exits: 1,
    },
    { line: "why pv/pv-lost", in: "pvg206-claim-made-again", says: [/a namespace that no longer exists/] },
  ],
  A16: [{ line: "why pv/import-nfs", says: [/Failed for 18d/] }],
  A17: [{ line: "why pv/pv-recycle", in: "pvg304-failed", says: [/Recycle failed: unexpected error/] }],
  A18: [
    {
      line: "why pod/ide-0 -n dev -o wide",
      in: "b02-nfs-connection-lost",
      says: [/suggests: pod\/ide-0 in namespace dev: event: "UnmountVolume\.TearDown/],
    },
  ],
  A19: [{ line: "why pvc/data-0 -n shop -o wide", says: [/proves: pod\/import-x7k2p.*status\.phase/] }],
  A20: [{ line: "why pvc/healthy -n shop --if-deleted", says: [/DESTROY/] }],
  A21: [{ line: "why pvc/data-0 -n shop", says: [/\$ kubectl delete pod import-x7k2p -n shop/] }],
  A22: [
    {
      line: "why pvc/data -n app",
      in: "c01-missed-event",
      says: [/1\. \[safe\] To keep/, /\[loses data\] Remove the finalizer/],
    },
  ],
  A23: [{ line: "why namespace/shop", in: "p03-namespace-with-volumes", says: [/persistentvolumeclaim\//] }],
};

const released = "audit --rules PVG301,PVG302,PVG303";
const held = "audit --rules PVG101,PVG102 --older-than 1h";

const audited: Rows = {
  B1: [{ line: released, says: [/PVG301[\s\S]*pvc-archive/, /PVG302[\s\S]*pvc-scratch/] }],
  B2: [
    { line: released, says: [/kept on purpose/, /its deletion fails/] },
    { line: released, in: "pvg303-never-deleted", says: [/nothing will ever delete it/] },
  ],
  B3: [{ line: released, says: [/pvc-archive +90d/, /pvc-scratch +27h/] }],
  B4: [{ line: "audit --rules PVG306", in: "pvg306-available", says: [/pv-freed +50d/] }],
  B5: [{ line: "audit --rules PVG304", in: "pvg304-failed", says: [/pv-recycle/] }],
  B6: [
    {
      line: "audit --rules PVG401",
      in: "pvg401-pending",
      says: [/reports .*its StorageClass nope does not exist/],
    },
  ],
  B7: [
    { line: "audit --rules PVG401", in: "l04-restored-alone-waits-for-a-pod", says: [/^Nothing found\.$/m] },
  ],
  B8: [{ line: "audit --rules PVG305", says: [/persistentvolumeclaim\/statements/], exits: 1 }],
  B9: [{ line: "audit --rules PVG307", in: "pvg307-unused", says: [/old-reports/, /leftover/] }],
  B10: [{ line: "audit --rules PVG307", in: "t03-force-deleted-pod-ephemeral", says: [/^Nothing found/m] }],
  B11: [
    {
      line: "audit --rules PVG307",
      in: "pvg307-unused",
      says: [/about 2 objects/],
      never: [/backup|at-rest/],
    },
  ],
  B12: [{ line: "audit --rules PVG307", in: "pvg307-unused", says: [/old-reports in namespace shop +111d/] }],
  B13: [{ line: "audit --older-than 7d", says: [/pvc-archive/], never: [/pvc-scratch/, /ledger/], exits: 1 }],
  B14: [
    {
      line: held,
      says: [/persistentvolumeclaim\/uploads/],
      never: [/persistentvolumeclaim\/reports/],
      exits: 1,
    },
  ],
  B15: [
    {
      line: "audit --rules PVG201,PVG202",
      in: "pvg201-unprotected-claims",
      says: [/lacks kubernetes\.io\/pvc-protection/],
    },
    {
      line: "audit --rules PVG201,PVG202",
      in: "pvg202-unprotected-volumes",
      says: [/lacks kubernetes\.io\/pv-protection/],
    },
  ],
  B16: [
    {
      line: "audit --rules PVG313",
      in: "pvg313-driver-gone",
      says: [/nobody takes off external-provisioner/],
    },
  ],
  B17: [
    {
      line: "audit --rules PVG309",
      in: "pvg309-orphaned-attachments",
      says: [/csi-no-driver/, /csi-no-node/, /csi-no-volume/],
    },
  ],
  B18: [{ line: "audit --rules PVG308", in: "pvg308-surplus", says: [/data-kafka-2/, /data-loki-1/] }],
  B19: [{ line: "audit --rules PVG310", in: "pvg310-local-node-gone", says: [/pv-local-1.*node-9/] }],
  B20: [
    {
      line: "audit --rules PVG207",
      in: "pvg207-one-disk-two-volumes",
      says: [/stands for vol-0f07 too/],
      exits: 1,
    },
  ],
  B21: [
    {
      line: "audit --rules PVG206,PVG301",
      in: "pvg206-claim-made-again",
      says: [/pv-hourly/, /pv-lost/],
      exits: 1,
    },
    { line: "audit --rules PVG206,PVG301", says: [/its last claim was persistentvolumeclaim\/archive/] },
  ],
  B22: [
    { line: "audit --rules PVG314,PVG315", in: "pvg314-unused-class", says: [/storageclass\/gp2/] },
    { line: "audit --rules PVG314,PVG315", in: "pvg315-unserved-class", says: [/storageclass\/rbd/] },
  ],
  B23: [
    { line: "audit --risk --rules PVG212", in: "pvg212-no-snapshot", says: [/there is no ready snapshot/] },
  ],
  B25: [
    { line: "audit --rules PVG105,PVG311", in: "pvg105-contents-held", says: [/snapcontent-1/] },
    { line: "audit --rules PVG105,PVG311", in: "pvg311-orphaned-contents", says: [/snapcontent-2/] },
  ],
  B26: [
    {
      line: "audit",
      says: [/│ rule .*PVG303/, /│ storage class │ gp3 /, /│ namespace/, /GiB\.$/m],
      exits: 1,
    },
  ],
  B31: [{ line: "audit", says: [/the time in the snapshot/], exits: 1 }],
  B32: [
    {
      line: "audit --rules PVG101",
      in: "t27-pods-forbidden",
      says: [/Not everything was seen/, /pods/],
      exits: 3,
    },
  ],
};

const printed: Rows = {
  D1: [{ line: "audit -o json", says: [/^\{/, /"code": "PVG101"/], exits: 1 }],
  D2: [{ line: "audit -o yaml", says: [/^apiVersion: /, /code: PVG101/], exits: 1 }],
  D3: [{ line: "audit -o junit", says: [/^<\?xml/, /<testsuite name="PVG101/], exits: 1 }],
  D4: [{ line: "audit -o sarif", says: [/"version": "2\.1\.0"/], exits: 1 }],
  D5: [{ line: "audit -o prometheus", says: [/^# TYPE pvguard_findings gauge$/m], exits: 1 }],
  D6: [
    { line: "audit --fail-on warning --rules PVG107", says: [/PVG107/], exits: 1 },
    { line: "audit --fail-on warning --rules PVG301", says: [/PVG301/], exits: 0 },
  ],
  D7: [
    { line: "audit --rules PVG101", in: "t27-pods-forbidden", says: [/Not everything was seen/], exits: 3 },
  ],
  D8: [{ line: "audit -o json", says: [/"apiVersion": "pvguard\.dev\/v1alpha1"/], exits: 1 }],
  D10: [{ line: "explain PVG101", says: [/PVG101/] }],
  D11: [{ line: "explain PVG101", says: [/A claim is being deleted and does not go/] }],
};

export const shown: Rows = { ...explained, ...audited, ...printed };
