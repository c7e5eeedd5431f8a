import type { LiveRead } from "../../changes/executor/index.ts";
import type { ObjectRef } from "../../kubernetes/index.ts";
import { nameOf, say, words } from "../../kubernetes/index.ts";
import { modeOf } from "../changing/telling.ts";
import type { ExitCode } from "../failure.ts";
import { usageError } from "../failure.ts";
import type { FlagValues } from "../flags/index.ts";
import { printWarnings } from "../print.ts";
import type { Source, WholeInput } from "../sources/source.ts";
import type { Surroundings } from "../surroundings.ts";
import type { Account } from "./account.ts";
import { accept, dryRun, volumeManifest } from "./flags.ts";
import { manifestIn } from "./manifest.ts";
import { lookedAt } from "./proposed.ts";
import { beginning, endedWithout, started } from "./start.ts";

/** What is asked of files: the object, named as their namespaces have it. */
interface AskedOfFiles {
  readonly flags: FlagValues;
  readonly surroundings: Surroundings;
  on(source: Source): ObjectRef;
}

/**
 * The plan as far as files tell. No server is asked, no earlier run is looked for, and nothing can be sent: the plan has no
 * digest.
 */
export async function rescueFromFiles(
  { flags, surroundings, on: named }: AskedOfFiles,
  account: Account,
): Promise<ExitCode> {
  refuseWrites(flags);
  const read = await surroundings.busy(words("Reading"), (tell) => surroundings.openWhole(flags, tell));
  const { source, input } = read;
  const on = named(source);
  const connected = { source, server: "", input };
  account.begun(connected, on);
  const executor = { read: async (_: unknown, ref: ObjectRef) => readOf(ref, read) };
  const ground = { connected, executor, account, surroundings };
  const volume = await manifestIn(flags.text(volumeManifest) ?? "", surroundings);
  const start = await started(beginning(on, flags.texts(accept), undefined), { volume }, ground);
  printWarnings(source, surroundings);
  if (start.start !== "rescue") return endedWithout(start, account);
  const { rescue, told: scaledDown } = start;
  for (const each of scaledDown) account.note(each);
  const planned = await lookedAt({ rescue, on, scaledDown, limits: [] }, ground);
  if (typeof planned === "number") return planned;
  account.plan({ ...planned, digest: "" });
  return 0;
}

function refuseWrites(flags: FlagValues): void {
  switch (modeOf(flags.choice(dryRun))) {
    case "apply":
      throw usageError(
        "--from reads files, and rescue can only change a cluster: add --dry-run to see the plan",
      );
    case "server":
      throw usageError("--dry-run=server needs a cluster: with --from, use --dry-run=client");
    case "client":
  }
}

/** What the input does not hold whole is not taken for absent. */
function readOf(ref: ObjectRef, { whole }: WholeInput): LiveRead {
  const raw = whole(ref);
  return raw === undefined
    ? {
        state: "unread",
        phrase: say`the input does not contain ${nameOf(ref)} with its uid and resourceVersion`,
      }
    : { state: "found", raw };
}
