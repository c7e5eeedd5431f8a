import type { JournalLine } from "../../changes/executor/index.ts";
import { writeIn } from "../../changes/executor/index.ts";
import type { Rescue, Saved } from "../../changes/index.ts";
import { volumeNamed } from "../../controllers/index.ts";
import type { ObjectRef, Phrase } from "../../kubernetes/index.ts";
import { nameOf, own, say, words } from "../../kubernetes/index.ts";
import { dryRun } from "../flags/index.ts";
import { accept, startOver } from "./flags.ts";
import { stillStopped } from "./perform.ts";
import type { RescueRun } from "./run.ts";
import { recorded } from "./run.ts";
import type { RescueState } from "./store.ts";

/** What an earlier run remembers of the rescue of an object. */
export interface Earlier {
  /** This run continues it. */
  readonly goesOn?: RescueState;
  /** This run is to begin again. Until it is confirmed the earlier one is kept. */
  readonly former?: RescueState;
}

export async function earlierRun(
  named: ObjectRef,
  { connected, bench, store, invocation, account }: RescueRun,
): Promise<Earlier> {
  const { flags } = invocation;
  const known = await store.find(connected.server, named);
  if (known === undefined) {
    for (const path of await store.illegible())
      account.note(
        say`Warning: cannot parse ${path}. If it belongs to this rescue, pvguard does not know what it scaled down, and will not scale it up again. The backups show the former number of replicas.`,
      );
    return {};
  }
  if (flags.isOn(startOver)) return { former: known };
  const rescue = withAccepted(known.rescue, flags.texts(accept));
  const { safe, open } = recordedRetain(rescue, connected.server, await recorded(bench));
  for (const each of open) account.note(each);
  return { goesOn: { ...known, rescue: { ...rescue, safe } } };
}

function withAccepted(known: Rescue, accepted: readonly string[]): Rescue {
  return { ...known, accepted: [...new Set([...known.accepted, ...accepted])] };
}

/** There is nothing to begin again: what the earlier run has scaled down is reported, and not forgotten. */
export async function settled(
  former: RescueState,
  { store, invocation }: RescueRun,
): Promise<readonly Phrase[]> {
  const left = stillStopped(former.rescue);
  if (left.length > 0)
    return [
      ...left,
      say`pvguard still knows about it: to finish the earlier rescue, run the same command without --${words(startOver.name)}.`,
    ];
  if (invocation.flags.choice(dryRun) === "none") await store.forget(former);
  return [];
}

/** What the journal says of the volumes of a rescue that was killed before it could remember that they are safe. */
interface RecordedRetain {
  /** Also those that the journal proves to have been set to Retain. */
  readonly safe: readonly string[];
  /** Why it proves nothing of the others, where it knows of a try. */
  readonly open: readonly Phrase[];
}

const policy = "/spec/persistentVolumeReclaimPolicy";
/** Results that were read from the volume itself after the write. */
const proofs: readonly unknown[] = ["done", "already", "so"];

/**
 * A write of Retain is proof when its result was recorded: the volume was seen with it. It counts for the very volume
 * of the rescue, on the same server, and only if no later write changed the policy again.
 */
export function recordedRetain(
  { pairs, safe }: Rescue,
  server: string,
  lines: readonly JournalLine[],
): RecordedRetain {
  const found = pairs
    .map(({ volume }) => volume)
    .filter(({ name, uid }) => uid !== "" && !safe.includes(name))
    .flatMap((volume) => lastTry(volume, server, lines));
  return {
    safe: [...safe, ...found.filter(({ proof }) => proof === "proven").map(({ volume }) => volume.name)],
    open: found.filter(({ proof }) => proof === "open").map(told),
  };
}

interface Try {
  readonly volume: Saved;
  readonly line: JournalLine;
  readonly proof: "proven" | "open";
}

function lastTry(volume: Saved, server: string, lines: readonly JournalLine[]): readonly Try[] {
  const line = lines.findLast(
    (each) =>
      each.event === "intent" && own(each, "server") === server && policyFor(volume, each) !== undefined,
  );
  if (line === undefined || policyFor(volume, line) !== "Retain") return [];
  const results = lines.filter(({ event, write }) => event === "result" && write === line.write);
  const isProven = results.some((result) => proofs.includes(own(result, "status")));
  return [{ volume, line, proof: isProven ? "proven" : "open" }];
}

/** The policy that a line was about to set for this very volume, if it was. */
function policyFor({ name, uid }: Saved, line: JournalLine): unknown {
  const write = writeIn(line);
  if (write?.do !== "patch") return undefined;
  const { ref } = write.target;
  if (ref.kind !== "PersistentVolume" || ref.name !== name || ref.uid !== uid) return undefined;
  const edit = write.edits.find(({ path }) => path === policy);
  return edit && "value" in edit ? edit.value : undefined;
}

function told({ volume, line }: Try): Phrase {
  return say`An earlier run at ${line.time} tried to set ${nameOf(volumeNamed(volume.name))} to Retain, but did not see the result. That does not prove that the volume has Retain.`;
}
