import type { Rows } from "./rows.ts";

export const explained: Rows = {
  A1: [{ line: "why pvc/uploads -n shop", says: [/uploads \(shop\) has been Terminating/] }],
  A2: [{ line: "why pvc/data-0 -n shop", says: [/Terminating for 2d3h/] }],
  A3: [
    {
      line: "why pvc/data -n app -o wide",
      in: "p04-two-products-and-neither-lets-go",
      says: [/├─ replication\.storage\.openshift\.io\/pvc-protection/, /└─ \S+\.\S+\//],
    },
  ],
  A4: [{ line: "explain kubernetes.io/pvc-protection", says: [/Owner: +pvc-protection-controller/] }],
  A5: [
    {
      line: "explain external-provisioner.volume.kubernetes.io/finalizer",
      says: [/Removed when\n +The driver has deleted the disk/],
    },
    {
      line: "why pvc/photos -n media -o wide",
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
      says: [/pod\/cache .* no +the claim belongs to an ephemeral volume/],
      never: [/ yes /],
    },
  ],
  A8: [
    {
      line: "blockers pvc/data-0 -n shop",
      says: [/has finished \(Succeeded\) but has not been deleted, so the claim is still in use/],
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
      line: "why pv/pvc-scratch -o wide",
      says: [
        /pv\/pvc-scratch uid/,
        /volumeattachment\/csi-scratch /,
        /node\/node-7 and its CSINode no longer exist/,
      ],
    },
  ],
  A12: [
    {
      line: "why volumeattachment/csi-scratch",
      says: [/rpc error: code =\s+> Internal/, /Terminating for 27h/],
    },
  ],
  A13: [
    {
      line: "audit --rules PVG309 --by rule",
      in: "pvg309-orphaned-attachments",
      says: [/csi-no-node +node\/node-7 no longer exists/],
    },
  ],
  A14: [
    { line: "why pvc/photos -n media", says: [/volumesnapshot\/photos-nightly/] },
    { line: "why pvc/raw -n media", says: [/pvc\/raw-copy/] },
  ],
  A15: [
    {
      line: "audit --rules PVG206 --by rule",
      in: "pvg206-claim-made-again",
      says: [/a former pvc\/hourly/],
      exits: 1,
    },
    { line: "why pv/pv-lost", in: "pvg206-claim-made-again", says: [/that namespace no longer exists/] },
  ],
  A16: [{ line: "why pv/import-nfs", says: [/Failed for 18d/] }],
  A17: [{ line: "why pv/pv-recycle", in: "pvg304-failed", says: [/Recycle failed: unexpected error/] }],
  A18: [
    {
      line: "why pod/ide-0 -n dev -o wide",
      in: "b02-nfs-connection-lost",
      says: [/suggests: pod\/ide-0 \(dev\): event: "UnmountVolume\.TearDown/],
    },
  ],
  A19: [{ line: "why pvc/data-0 -n shop -o wide", says: [/proves: pod\/import-x7k2p.*status\.phase/] }],
  A20: [{ line: "why pvc/healthy -n shop --if-deleted", says: [/WILL BE DELETED/] }],
  A21: [{ line: "why pvc/data-0 -n shop", says: [/ kubectl delete pod import-x7k2p -n shop\n/] }],
  A22: [
    {
      line: "why pvc/data -n app -o wide",
      in: "c01-missed-event",
      says: [/1\. \[safe\] Keep the data/, /\[loses data\] Remove the finalizer/],
    },
  ],
  A23: [{ line: "why namespace/shop", in: "p03-namespace-with-volumes", says: [/pvc\//] }],
  A24: [{ line: "before delete pvc/healthy -n shop", says: [/\[lost\] pvc\/healthy/], exits: 1 }],
};
