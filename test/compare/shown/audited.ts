import type { Rows } from "./rows.ts";

const released = "audit --rules PVG301,PVG302,PVG303 --by rule";

const held = "audit --rules PVG101,PVG102 --older-than 1h --by rule";

export const audited: Rows = {
  B1: [{ line: released, says: [/PVG301[\s\S]*pvc-archive/, /PVG302[\s\S]*pvc-scratch/] }],
  B2: [
    { line: released, says: [/kept on purpose/, /its deletion fails/] },
    { line: released, in: "pvg303-never-deleted", says: [/nothing will ever delete it/] },
  ],
  B3: [{ line: released, says: [/pvc-archive +90d/, /pvc-scratch +27h/] }],
  B4: [{ line: "audit --rules PVG306 --by rule", in: "pvg306-available", says: [/pv-freed +50d/] }],
  B5: [{ line: "audit --rules PVG304 --by rule", in: "pvg304-failed", says: [/pv-recycle/] }],
  B6: [
    {
      line: "audit --rules PVG401 --by rule",
      in: "pvg401-pending",
      says: [/reports .*its StorageClass nope does not exist/],
    },
  ],
  B7: [
    {
      line: "audit --rules PVG401 --by rule",
      in: "l04-restored-alone-waits-for-a-pod",
      says: [/^No problems found\.$/m],
    },
  ],
  B8: [{ line: "audit --rules PVG305 --by rule", says: [/pvc\/statements/], exits: 1 }],
  B9: [{ line: "audit --rules PVG307 --by rule", in: "pvg307-unused", says: [/old-reports/, /leftover/] }],
  B10: [
    {
      line: "audit --rules PVG307 --by rule",
      in: "t03-force-deleted-pod-ephemeral",
      says: [/^No problems found/m],
    },
  ],
  B11: [
    {
      line: "audit --rules PVG307 --by rule",
      in: "pvg307-unused",
      says: [/about 2 objects/],
      never: [/backup|at-rest/],
    },
  ],
  B12: [
    { line: "audit --rules PVG307 --by rule", in: "pvg307-unused", says: [/old-reports \(shop\) +111d/] },
  ],
  B13: [
    {
      line: "audit --older-than 7d --by rule",
      says: [/pvc-archive/],
      never: [/pvc-scratch/, /ledger/],
      exits: 1,
    },
  ],
  B14: [
    {
      line: held,
      says: [/pvc\/uploads/],
      never: [/(error|warning|note) +pvc\/reports/],
      exits: 1,
    },
  ],
  B15: [
    {
      line: "audit --rules PVG201,PVG202 --by rule",
      in: "pvg201-unprotected-claims",
      says: [/lacks kubernetes\.io\/pvc-protection/],
    },
    {
      line: "audit --rules PVG201,PVG202 --by rule",
      in: "pvg202-unprotected-volumes",
      says: [/lacks kubernetes\.io\/pv-protection/],
    },
  ],
  B16: [
    {
      line: "audit --rules PVG313 --by rule",
      in: "pvg313-driver-gone",
      says: [/no controller in this cluster removes external-provisioner/],
    },
  ],
  B17: [
    {
      line: "audit --rules PVG309 --by rule",
      in: "pvg309-orphaned-attachments",
      says: [/csi-no-driver/, /csi-no-node/, /csi-no-volume/],
    },
  ],
  B18: [
    { line: "audit --rules PVG308 --by rule", in: "pvg308-surplus", says: [/data-kafka-2/, /data-loki-1/] },
  ],
  B19: [
    { line: "audit --rules PVG310 --by rule", in: "pvg310-local-node-gone", says: [/pv-local-1.*node-9/] },
  ],
  B20: [
    {
      line: "audit --rules PVG207 --by rule",
      in: "pvg207-one-disk-two-volumes",
      says: [/refers to vol-0f07 too/],
      exits: 1,
    },
  ],
  B21: [
    {
      line: "audit --rules PVG206,PVG301 --by rule",
      in: "pvg206-claim-made-again",
      says: [/pv-hourly/, /pv-lost/],
      exits: 1,
    },
    { line: "audit --rules PVG206,PVG301 --by rule", says: [/its last claim was pvc\/archive/] },
  ],
  B22: [
    { line: "audit --rules PVG314,PVG315 --by rule", in: "pvg314-unused-class", says: [/storageclass\/gp2/] },
    {
      line: "audit --rules PVG314,PVG315 --by rule",
      in: "pvg315-unserved-class",
      says: [/storageclass\/rbd/],
    },
  ],
  B23: [
    {
      line: "audit --risk --rules PVG212 --by rule",
      in: "pvg212-no-snapshot",
      says: [/it has no ready snapshot/],
    },
  ],
  B25: [
    {
      line: "audit --rules PVG105,PVG311 --by rule",
      in: "pvg105-contents-held",
      says: [/snapcontent-1/],
      exits: 1,
    },
    {
      line: "audit --rules PVG105,PVG311 --by rule",
      in: "pvg311-orphaned-contents",
      says: [/snapcontent-2/],
    },
  ],
  B27: [
    {
      line: "audit -o wide",
      says: [/^Score: 45 of 100 \(7 causes with an error, 3 with a warning\)\.$/m],
      exits: 1,
    },
  ],
  B26: [
    {
      line: "audit --by rule",
      says: [/│ rule .*PVG303/, /│ storage class │ gp3 /, /│ namespace/, /GiB\.$/m],
      exits: 1,
    },
  ],
  B31: [{ line: "audit --by rule", says: [/the time in the snapshot/], exits: 1 }],
  B32: [
    {
      line: "audit --rules PVG101 --by rule",
      in: "t27-pods-forbidden",
      says: [/Not everything was checked/, /pods/],
      exits: 3,
    },
  ],
};
