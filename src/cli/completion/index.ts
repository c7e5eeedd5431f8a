import { commands } from "../../commands/all.ts";
import type { Host } from "../host/host.ts";
import { kubeconfigReader, opener } from "../host/open.ts";
import type { Offer } from "./candidate.ts";
import { noOffer, offerLines } from "./candidate.ts";
import type { Asking } from "./objects.ts";
import { offerFor } from "./offer.ts";

/** How long the person may have to wait for names from the cluster, in milliseconds. */
const patience = 900;

/**
 * Answers kubectl's question what could stand at the cursor: the words after `kubectl pvguard`, the last one perhaps
 * empty. Silent whatever goes wrong, since its standard error is the person's terminal.
 */
export async function complete(argv: readonly string[], host: Host): Promise<number> {
  const typed = argv.at(-1) ?? "";
  const line = { before: argv.slice(0, -1), typed };
  const made = await Promise.race([
    offerFor(line, commands, askingOf(host)).catch(() => noOffer),
    later(patience),
  ]);
  await new Promise((written) => host.stdout.write(offerLines(made, afterEquals(typed)), written));
  return 0;
}

/** For `--output=js` the shells want what follows the equals sign. */
function afterEquals(typed: string): string {
  return /^--[^=]+=(.*)$/.exec(typed)?.[1] ?? typed;
}

function later(milliseconds: number): Promise<Offer> {
  return new Promise((settle) => {
    setTimeout(() => settle(noOffer), milliseconds);
  });
}

/** Names from the real cluster and kubeconfig. Nothing that they have to say reaches the terminal. */
function askingOf(host: Host): Asking {
  const silent = { write: () => {}, sent: async () => {}, columns: undefined, isTerminal: false };
  return {
    open: opener(host, silent),
    kubeconfig: kubeconfigReader(host, silent),
  };
}
