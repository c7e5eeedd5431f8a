import { defineRemedy, kubectlTarget, nameOf } from "../engine/index.ts";
import { diskKinds, type KubeObject, type RemedyFix, say, seenRefOf } from "../model/index.ts";
import { annotationEdit } from "./shared/edits.ts";

const annotation = "pvguard.dev/nudge";

export default defineRemedy({
  name: "nudge",
  summary: "Change an annotation, so that the controllers look at the object again",
  needs: [],
  fixDoes: "Sets the annotation pvguard.dev/nudge",
  asked: {
    on: diskKinds,
    using: [{}],
  },
  make(on, _using, cluster) {
    const found = cluster.resolve(on);
    if (found?.state !== "found") return undefined;
    const moment = String(Math.floor(cluster.now / 1000));
    return {
      name: "nudge",
      title: say`Make the controllers look at ${nameOf(on)} again`,
      safety: "safe",
      because: say`A changed annotation is harmless, and every controller that watches the object decides anew.`,
      commands: [
        {
          argv: ["kubectl", "annotate", ...kubectlTarget(on), `${annotation}=${moment}`, "--overwrite"],
        },
      ],
      steps: [],
      fix: nudging(found.object, moment),
    };
  },
});

function nudging(object: KubeObject, moment: string): RemedyFix {
  const edit = annotationEdit(object, annotation, moment);
  return { acts: [{ do: "edit", on: seenRefOf(object), edits: [edit] }], cannotUndo: [], accept: [] };
}
