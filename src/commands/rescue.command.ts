import type { RescueStart } from "../changes/index.ts";
import { claimNamed, volumeNamed } from "../controllers/index.ts";
import type { ObjectRef, Resource } from "../kubernetes/index.ts";
import { isRecord, nameOf, say, words } from "../kubernetes/index.ts";
import type { Target } from "./arguments/request.ts";
import { readRequest } from "./arguments/request.ts";
import { namespaceOf } from "./asking/select.ts";
import { reading, refuseWritesFromFiles } from "./changing/session.ts";
import { modeOf } from "./changing/telling.ts";
import type { Command, Invocation } from "./command.ts";
import type { ExitCode } from "./failure.ts";
import { Failure } from "./failure.ts";
import { dryRun } from "./flags/index.ts";
import { printWarnings } from "./print.ts";
import type { Account } from "./rescue/account.ts";
import type { Earlier } from "./rescue/earlier-run.ts";
import { earlierRun, settled } from "./rescue/earlier-run.ts";
import { accept, rescueFlags, volumeManifest } from "./rescue/flags.ts";
import { lookedAt, proposed } from "./rescue/proposed.ts";
import type { AskedOfFiles, RescueRun } from "./rescue/run.ts";
import { runFor } from "./rescue/run.ts";
import { beginning, endedWithout, started } from "./rescue/start.ts";
import type { Source } from "./sources/source.ts";
import type { Surroundings } from "./surroundings.ts";

const resources: readonly Resource[] = ["v1/persistentvolumeclaims", "v1/persistentvolumes"];

export const rescue: Command = {
  name: "rescue",
  summary: "Keep the data of a claim or a volume that was deleted by mistake",
  description: `Keeps the disk of a claim or a volume that was deleted by mistake, and brings
the claim back, Bound to the same disk.`,
  details: `rescue is for a claim or a volume that is Terminating, Released or Lost. It
sets the volume to Retain, scales down what uses the claim, lets the deletion
finish, creates the objects again, and scales the users up again. It verifies
each step before the next one.

rescue shows the plan and asks for confirmation. If it is interrupted, run the
same command again to continue. If the disk is already being deleted, it says
so and changes nothing.

With -o FORMAT=FILE, rescue also writes its plan and the result to a file, at
its end, and prints the text.

With --from, rescue only makes a plan, with --dry-run: files cannot be
changed, and no server is asked.

Exit codes: 0 done, or nothing to do; 2 wrong usage, not found, or nothing is
left to rescue; 3 not decided, because something could not be read; 4 the
server could not be reached; 5 refused, nothing (more) was sent; 6 the result
is not proven.`,
  usage: "(TYPE NAME | TYPE/NAME)",
  examples: [
    { what: "See what would be done; sends nothing", line: "rescue pvc/data -n shop --dry-run" },
    { what: "See the plan for a dump", line: "rescue pvc/data -n shop --dry-run --from dump.yaml" },
    { what: "Rescue a claim that was deleted and is still Terminating", line: "rescue pvc/data -n shop" },
    { what: "Rescue a volume that was deleted", line: "rescue pv/pvc-3f0c" },
    { what: "Also ask the server what it would do", line: "rescue pvc/data -n shop --dry-run=server" },
    {
      what: "Without a terminal, with the digest that --dry-run printed",
      line: "rescue pvc/data -n shop --confirm=DIGEST",
    },
    {
      what: "Rescue a Lost claim whose volume was deleted, with a manifest from a backup",
      line: "rescue pvc/data -n shop --volume-manifest pv.yaml",
    },
  ],
  common: ["namespace", "dry-run", "accept", "confirm", "volume-manifest", "timeout", "output"],
  flags: rescueFlags,
  words: { of: "objects", resources },
  run: (invocation, surroundings) =>
    runFor(
      {
        command: "rescue",
        asked: targetIn,
        on: (target, source) => named(target, invocation, source),
        run: rescued,
        files: rescueFromFiles,
      },
      invocation,
      surroundings,
    ),
};

async function rescued(target: Target, run: RescueRun): Promise<ExitCode> {
  const { connected, invocation, account, surroundings } = run;
  const on = named(target, invocation, connected.source);
  const { earlier, start } = await surroundings.busy(words("Reading"), async () => {
    const earlier = await earlierRun(on, run);
    return { earlier, start: await startOf(on, earlier, run) };
  });
  const { goesOn, former } = earlier;
  if (start.start === "nothing-to-do" && former !== undefined)
    return endedWithout({ ...start, told: await settled(former, run) }, account);
  if (start.start !== "rescue") return endedWithout(start, account);
  const { rescue, told: scaledDown } = start;
  for (const each of scaledDown) account.note(each);
  return await proposed({ rescue, on, before: goesOn?.digest, former, scaledDown, limits: [] }, run);
}

async function startOf(on: ObjectRef, { goesOn, former }: Earlier, run: RescueRun): Promise<RescueStart> {
  const { invocation, account, surroundings } = run;
  const { flags } = invocation;
  if (goesOn !== undefined) {
    account.note(words("Continuing the rescue that was started before."));
    return { start: "rescue", rescue: goesOn.rescue, told: [], unread: [] };
  }
  const volume = await manifestIn(flags.text(volumeManifest) ?? "", surroundings);
  return await started(beginning(on, flags.texts(accept), former?.rescue), { volume }, run);
}

function targetIn(invocation: Invocation): Target {
  const request = readRequest(invocation.words, invocation.flags, { command: "rescue", resources });
  const [target, ...others] = request.by === "name" ? request.targets : [];
  if (target === undefined || others.length > 0)
    throw new Failure(
      "usage",
      words("error: specify one claim or one volume. Everything that belongs to it is rescued with it."),
    );
  return target;
}

function named({ resource, name }: Target, { flags }: Invocation, source: Source): ObjectRef {
  return resource === "v1/persistentvolumes"
    ? volumeNamed(name)
    : claimNamed(namespaceOf(flags, source) ?? "default", name);
}

/**
 * The plan as far as files tell. No server is asked, no earlier run is looked for, and nothing can be sent: the plan has no
 * digest.
 */
async function rescueFromFiles(
  { flags, surroundings, on: named }: AskedOfFiles,
  account: Account,
): Promise<ExitCode> {
  refuseWritesFromFiles("rescue", modeOf(flags.choice(dryRun)));
  const read = await surroundings.busy(words("Reading"), (tell) => surroundings.openWhole(flags, tell));
  const { source, input } = read;
  const on = named(source);
  const connected = { source, server: "", input };
  account.begun(connected, on);
  const executor = reading(read, nameOf);
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

/** The manifest in a file as JSON, in the form that the server would send. */
async function manifestIn(
  file: string,
  surroundings: Pick<Surroundings, "readFile">,
): Promise<string | undefined> {
  if (file === "") return undefined;
  const text = await surroundings.readFile(file);
  const { documentIn } = await import("../reading/files/index.ts");
  const document = documentIn(text, file);
  if (!isRecord(document)) throw new Failure("usage", say`error: ${file} does not contain a manifest`);
  return JSON.stringify(document);
}
