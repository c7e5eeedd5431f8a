import { defineRule, type RuleAnswer, type RuleFinding, remedy } from "../engine/index.ts";
import {
  claimsWithMoreFinalizers,
  diskKinds,
  join,
  type KubeObject,
  proof,
  say,
  type Unread,
} from "../model/index.ts";
import { isOlderThan } from "./shared/age.ts";
import {
  finalizersOfVolumesWithoutOwner,
  finalizersWithoutOwner,
  type OwnerPresence,
  ownerOfFinalizer,
} from "./shared/finalizer-owner.ts";
import { sizeOf } from "./shared/size.ts";

const driversNotRead = { unread: "storage.k8s.io/v1/csidrivers" } as const;

export default defineRule({
  code: "PVG313",
  name: "finalizer-without-owner",
  title: "The owner of a finalizer is not in the cluster",
  severity: "warning",
  confidence: "likely",
  on: diskKinds,
  only: [
    claimsWithMoreFinalizers,
    { either: [driversNotRead, finalizersWithoutOwner] },
    { either: [driversNotRead, finalizersOfVolumesWithoutOwner] },
  ],
  needs: [
    "storage.k8s.io/v1/csidrivers",
    "storage.k8s.io/v1/csinodes",
    "apiregistration.k8s.io/v1/apiservices",
    "snapshot.storage.k8s.io/v1/volumesnapshots",
  ],
  what: "An object has a finalizer of a CSI driver that is not installed, or of a component whose API group is not served.",
  why: "The driver was uninstalled before its volumes. Once an object like this is deleted, it stays Terminating permanently, and its disk or snapshot remains in the storage backend too.",
  whatToDo:
    "Install the driver again, delete its volumes in order, and only then uninstall it. If that is impossible, you must write down every handle first: see `kubectl pvguard why pv/NAME`.",
  sources: [
    "kubernetes-csi/external-attacher pkg/controller/util.go GetFinalizerName, v4.12",
    "rook/rook#2746",
    "kubernetes/kubernetes#69697",
  ],
  check(object, { cluster, olderThan }): RuleAnswer {
    const finalizers = object.metadata.finalizers ?? [];
    if (finalizers.length === 0 || !isOlderThan(object, olderThan, cluster.now)) return [];
    const absent: Absent[] = [];
    let unread: Unread | undefined;
    for (const finalizer of finalizers) {
      const seen = ownerOfFinalizer(object, finalizer, cluster);
      if (seen.owner === "absent") absent.push({ ...seen, finalizer });
      if (seen.owner === "unread") unread ??= seen.unread;
    }
    const findings = absent.length === 0 ? [] : [finding(object, absent)];
    return unread === undefined ? findings : { unread, findings };
  },
});

type Absent = Extract<OwnerPresence, { owner: "absent" }> & { readonly finalizer: string };

function finding(object: KubeObject, absent: readonly Absent[]): RuleFinding {
  const drivers = new Set(absent.flatMap(({ driver }) => driver ?? []));
  return {
    message: say`no controller in this cluster removes ${join(
      absent.map(({ finalizer, because }) => say`${finalizer} (${because})`),
      " and ",
    )}`,
    evidence: absent.map(({ finalizer }) => proof(object, "metadata.finalizers", finalizer)),
    ...sizeOf(object),
    remedies: [...drivers].map((driver) => remedy("reinstall-driver", object, { driver })),
  };
}
