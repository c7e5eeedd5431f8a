import { defineRemedy } from "../engine/index.ts";
import { say } from "../model/index.ts";

/** `using.controller`: in words, who it is. */
export default defineRemedy({
  name: "check-controller",
  summary: "See that the controller that owns a finalizer runs",
  needs: [],
  make(_on, using) {
    const controller = using.controller ?? "the controller";
    return {
      name: "check-controller",
      title: say`See that ${controller} runs, and read its log`,
      safety: "safe",
      because: say`Only it knows what is left to do. It lets go by itself when that is done.`,
      commands: [{ argv: ["kubectl", "get", "pods", "--all-namespaces"] }],
      steps: [
        say`Find its pods, and look for the name of the object in their logs.`,
        say`When it runs and does nothing, restart it: it then looks at every object again.`,
      ],
    };
  },
});
