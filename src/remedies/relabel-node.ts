import { defineRemedy } from "../engine/index.ts";
import { say } from "../model/index.ts";

/** `using.key` and `using.value`: the label that a volume asks for. */
export default defineRemedy({
  name: "relabel-node",
  summary: "Give a node the label that its volumes ask for",
  needs: ["v1/nodes"],
  make(on, using, cluster) {
    const { key, value } = using;
    if (key === undefined || value === undefined || !/^[\w./-]+$/.test(`${key}${value}`)) return undefined;
    if (cluster.get("v1/nodes", on.name).state !== "found") return undefined;
    return {
      name: "relabel-node",
      title: say`Give node/${on.name} the label ${key}=${value}`,
      safety: "risky",
      because: say`Volumes find their node by this label. So do other selectors: whatever counts on the present value stops matching.`,
      first: [say`First make sure that this is the machine on which the data is.`],
      commands: [{ argv: ["kubectl", "label", "node", on.name, `${key}=${value}`, "--overwrite"] }],
      steps: [],
    };
  },
});
