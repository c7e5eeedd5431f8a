import { config } from "../../commands/index.ts";
import type { Host } from "../host/host.ts";
import { opener } from "../host/open.ts";
import { surroundingsOf } from "../host/surroundings.ts";
import type { Asking } from "./objects.ts";

/** Names from the real cluster and kubeconfig. Nothing that they have to say reaches the terminal. */
export function askingOf(host: Host): Asking {
  const silent = { write: () => {}, sent: async () => {}, columns: undefined, isTerminal: false };
  return {
    open: opener(host, silent),
    async kubeconfig(flags) {
      const { loadKubeconfig } = await import("../../connection/kubeconfig/load.ts");
      const { config: loaded } = await loadKubeconfig(
        flags.text(config.kubeconfig),
        await surroundingsOf(host, silent),
      );
      return {
        contexts: [...loaded.contexts.keys()],
        clusters: [...loaded.clusters.keys()],
        users: [...loaded.users.keys()],
      };
    },
  };
}
