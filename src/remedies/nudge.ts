import { defineRemedy, kubectlTarget, nameOf } from "../engine/index.ts";
import { say } from "../model/index.ts";

export default defineRemedy({
  name: "nudge",
  summary: "Change an annotation, so that the controllers look at the object again",
  needs: [],
  make(on, _using, cluster) {
    const found = cluster.resolve(on);
    if (found?.state !== "found") return undefined;
    return {
      name: "nudge",
      title: say`Make the controllers look at ${nameOf(on)} again`,
      safety: "safe",
      because: say`A changed annotation is harmless, and every controller that watches the object decides anew.`,
      commands: [
        {
          argv: [
            "kubectl",
            "annotate",
            ...kubectlTarget(on),
            `pvguard.dev/nudge=${Math.floor(cluster.now / 1000)}`,
            "--overwrite",
          ],
        },
      ],
      steps: [],
    };
  },
});
