import { defineRemedy, kubectlTarget, nameOf } from "../engine/index.ts";
import { isTerminating, say } from "../model/index.ts";

interface Marks {
  readonly tool: string;
  readonly annotation: string;
}

/** What tells each tool to leave an object alone. */
const marks: ReadonlyMap<string, Marks> = new Map([
  ["argocd", { tool: "Argo CD", annotation: "argocd.argoproj.io/sync-options=Delete=false,Prune=false" }],
  ["helm", { tool: "Helm", annotation: "helm.sh/resource-policy=keep" }],
  ["flux", { tool: "Flux", annotation: "kustomize.toolkit.fluxcd.io/prune=disabled" }],
]);

/** `using.tool`: who would delete the claim. */
export default defineRemedy({
  name: "keep-claim",
  summary: "Tell the tool that made a claim to leave it when it deletes the rest",
  needs: ["v1/persistentvolumeclaims"],
  make(on, using, cluster) {
    const mark = marks.get(using.tool ?? "");
    const found = cluster.get("v1/persistentvolumeclaims", on.name, on.namespace);
    if (mark === undefined || found.state !== "found" || isTerminating(found.object)) return undefined;
    return {
      name: "keep-claim",
      title: say`Tell ${mark.tool} to keep ${nameOf(on)}`,
      safety: "safe",
      because: say`${mark.tool} then leaves the claim when it deletes the rest. Whoever wants it gone has to delete it by name.`,
      commands: [{ argv: ["kubectl", "annotate", ...kubectlTarget(on), mark.annotation, "--overwrite"] }],
      steps: [
        say`Put the same annotation into the manifest that ${mark.tool} applies, or the next run takes it off.`,
      ],
    };
  },
});
