import type { Lease } from "../../src/kubernetes/index.ts";
import { namespaceObject, ownedBy, pod, statefulSet } from "../../test/support/objects.ts";
import type { Shape } from "./shape.ts";
import { ground, pair, readAt, upTo } from "./shape.ts";

const set = statefulSet({ name: "db", whenDeleted: "Delete" });
const controller = statefulSet({ name: "csi", namespace: "kube-system", templates: [] });
const lease: Lease = {
  apiVersion: "coordination.k8s.io/v1",
  kind: "Lease",
  metadata: { name: "ebs-csi-aws-com", namespace: "kube-system", uid: "lease" },
  spec: { holderIdentity: "csi-0", renewTime: readAt, leaseDurationSeconds: 15 },
};

/** All of it is asked what its deletion would do. */
export const beforeDeletion: Shape = {
  name: "N claims that depend on one class, driver, node and StatefulSet",
  of: (count) => [
    ...ground,
    namespaceObject({ name: "shop" }),
    set,
    controller,
    lease,
    pod({
      name: "csi-0",
      namespace: "kube-system",
      ownerReferences: [ownedBy(controller)],
      spec: { containers: [{ name: "csi-provisioner" }, { name: "node-driver-registrar" }] },
    }),
    ...upTo(count, (at) => [
      ...pair(at, { name: `data-db-${at}`, volumeName: `pv-${at}`, ownerReferences: [ownedBy(set)] }),
      pod({ name: `db-${at}`, claims: [`data-db-${at}`], ownerReferences: [ownedBy(set)] }),
    ]).flat(),
  ],
  commands: [
    "why sc/gp3 --if-deleted",
    "why csidriver/ebs.csi.aws.com --if-deleted",
    "why node/node-a --if-deleted",
    "why sts/db -n shop --if-deleted",
    "why sts/csi -n kube-system --if-deleted",
    "why ns/shop --if-deleted",
  ],
};
