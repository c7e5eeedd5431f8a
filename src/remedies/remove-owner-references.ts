import { defineRemedy, kubectlTarget, nameOf } from "../engine/index.ts";
import { isTerminating, say } from "../model/index.ts";

export default defineRemedy({
  name: "remove-owner-references",
  summary: "Take the owners off a claim, so that the garbage collector leaves it",
  needs: ["v1/persistentvolumeclaims", "v1/namespaces"],
  make(on, _using, cluster) {
    const found = cluster.get("v1/persistentvolumeclaims", on.name, on.namespace);
    if (found.state !== "found" || isTerminating(found.object)) return undefined;
    const owners = found.object.metadata.ownerReferences ?? [];
    if (owners.length === 0) return undefined;
    // A namespace takes its claims along, whoever owns them.
    const namespace = cluster.get("v1/namespaces", on.namespace ?? "");
    if (namespace.state === "unread") return undefined;
    if (namespace.state === "found" && isTerminating(namespace.object)) return undefined;
    const guarded = [
      { op: "test", path: "/metadata/uid", value: found.object.metadata.uid },
      ...owners.map(({ uid }, position) => ({
        op: "test",
        path: `/metadata/ownerReferences/${position}/uid`,
        value: uid,
      })),
      { op: "remove", path: "/metadata/ownerReferences" },
    ];
    return {
      name: "remove-owner-references",
      title: say`Take the owner references off ${nameOf(on)}`,
      safety: "safe",
      spares: "the data",
      because: say`The garbage collector then leaves the claim alone. Nothing deletes it by itself any more, also when its set is deleted.`,
      commands: [
        { argv: ["kubectl", "patch", ...kubectlTarget(on), "--type=json", "-p", JSON.stringify(guarded)] },
      ],
      steps: [say`If the claim came from a backup, take them out of it too, before it is restored again.`],
    };
  },
});
