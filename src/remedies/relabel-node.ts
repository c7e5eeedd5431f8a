import { defineRemedy, kubectl } from "../define/index.ts";
import { say } from "../kubernetes/index.ts";

/** `using.key` and `using.value`: the label that a volume requires. */
export const relabelNode = defineRemedy({
  name: "relabel-node",
  summary: "Give a node the label that its volumes require",
  on: ["v1/nodes"],
  needs: ["v1/nodes"],
  make(on, using: { readonly key: string; readonly value: string }, cluster) {
    const { key, value } = using;
    if (key === undefined || value === undefined || !/^[\w./-]+$/.test(`${key}${value}`)) return undefined;
    if (cluster.get("v1/nodes", on.name).state !== "found") return undefined;
    return {
      title: say`Label node/${on.name} with ${key}=${value}`,
      dangers: ["SelectorsChange"],
      because: say`Volumes find their node by this label. Other selectors use it too: anything that relies on the present value stops matching.`,
      first: [say`First make sure that this is the machine that has the data.`],
      commands: [kubectl`label node ${on.name} ${key}=${value} --overwrite`],
    };
  },
});
