import { defineRemedy, kubectl, missingRight, unreadPhrase } from "../define/index.ts";
import type { ObjectRef } from "../kubernetes/index.ts";
import { nameOf, say, words } from "../kubernetes/index.ts";
import type { CommandLine } from "../report/index.ts";
import { retainCommand, retainContentCommand } from "./shared/retain.ts";

export const lookAtPolicy = defineRemedy({
  name: "look-at-policy",
  summary: "Check a reclaim policy that pvguard could not read",
  on: ["v1/persistentvolumes", "snapshot.storage.k8s.io/v1/volumesnapshotcontents"],
  needs: ["v1/persistentvolumes", "snapshot.storage.k8s.io/v1/volumesnapshotcontents"],
  make(on, _using, cluster) {
    const found = cluster.resolve(on);
    if (found?.state !== "unread") return undefined;
    const isSnapshot = on.kind === "VolumeSnapshotContent";
    const what = words(isSnapshot ? "snapshot" : "disk");
    const plural = isSnapshot ? "volumesnapshotcontents.snapshot.storage.k8s.io" : "persistentvolumes";
    const right = missingRight(found.unread);
    return {
      title: say`Check the policy of ${nameOf(on)} first; set Retain to keep the data`,
      spares: "the data",
      because: say`${unreadPhrase(found.unread)}. With Delete, the usual policy, the ${what} is deleted once nothing holds it. With Retain, it is kept.`,
      first: [
        say`This needs the rights to get and patch ${plural} in the whole cluster. If you do not have them, ask an administrator.${right === undefined ? [] : say` ${right}`}`,
      ],
      commands: [policyOf(on, isSnapshot), isSnapshot ? retainContentCommand(on) : retainCommand(on.name)],
    };
  },
  volunteer: ({ volume, unseen }) => (unseen === "policy" && volume !== undefined ? [volume] : []),
});

function policyOf(on: ObjectRef, isSnapshot: boolean): CommandLine {
  const field = isSnapshot ? "deletionPolicy" : "persistentVolumeReclaimPolicy";
  return kubectl`get ${on} -o jsonpath={.spec.${field}}`;
}
