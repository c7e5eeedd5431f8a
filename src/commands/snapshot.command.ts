import type { Demand, Reading, Snapshot } from "../cluster/index.ts";
import type { KubeObject, Phrase, Resource } from "../kubernetes/index.ts";
import { join, kinds, pluralOf, say, words } from "../kubernetes/index.ts";
import { ask } from "./asking/ask.ts";
import { namespaceOf } from "./asking/select.ts";
import type { Command, Invocation } from "./command.ts";
import { Failure } from "./failure.ts";
import type { FlagValues, Switch, Text } from "./flags/index.ts";
import { config, from, inputFlags } from "./flags/index.ts";
import { chunkSize, maxInFlight } from "./flags/input.ts";
import { printFailures, printLine, printWarnings, renderOptions, worst } from "./print.ts";
import { askable } from "./resources.ts";
import type { Source } from "./sources/source.ts";
import type { Surroundings } from "./surroundings.ts";

const output: Text = {
  takes: "text",
  name: "output",
  short: "o",
  completes: "files",
  help: "The file to write, readable only by you; - is standard output, as without it",
};

const redact: Switch = {
  takes: "nothing",
  name: "redact",
  help: "Replace the names of namespaces, objects, nodes and disks, so that you can share the snapshot",
};

export const snapshot: Command = {
  name: "snapshot",
  summary: "Save everything that a diagnosis needs, to analyze it elsewhere",
  description: `Reads everything that a diagnosis can need, from the cluster, one namespace or
around the named objects, and writes it as YAML that the other commands read
with --from.`,
  details: `A snapshot contains no Secrets, no ConfigMaps and no environment variables of
containers: only the fields that pvguard itself reads. It also records what
could not be read, so that nothing unread is taken as absent. With names it
has only what "why" reads to explain these objects, which is small enough to
attach to an issue.

Exit codes: 0 everything was read; 2 wrong usage, or the file could not be
written; 3 something could not be read, and the rest was written; 4 the server
could not be reached.`,
  usage: "[TYPE[.VERSION][.GROUP] NAME ... | TYPE[.VERSION][.GROUP]/NAME ...]",
  examples: [
    { what: "Save the whole cluster, to analyze it elsewhere", line: "snapshot -o cluster.yaml" },
    {
      what: "Save one namespace, and the objects without a namespace",
      line: "snapshot -n shop -o shop.yaml",
    },
    {
      what: "Save what explains one claim, with other names, to attach it to an issue",
      line: "snapshot pvc/data -n shop --redact -o issue.yaml",
    },
    { what: "Combine a directory of dumps into one file", line: "snapshot --from dumps/ -o cluster.yaml" },
  ],
  common: ["output", "namespace", "redact", "from"],
  flags: [output, redact, chunkSize, maxInFlight, ...inputFlags],
  words: { of: "objects", resources: askable },
  async run(invocation, surroundings) {
    const { flags } = invocation;
    refuseFormat(flags.text(output) ?? "");
    const { source, taken, failures } =
      invocation.words.length === 0
        ? await surroundings.busy(words("Reading everything that a diagnosis can need"), async (tell) => {
            const source = await surroundings.open(flags, tell);
            return { source, taken: await everything(source, flags), failures: [] };
          })
        : await around(invocation, surroundings);
    if (taken === undefined) return printFailures(failures, surroundings);
    await save(taken, invocation, surroundings);
    printWarnings(source, surroundings);
    const gaps = taken.readings.filter(isGap);
    await tellGaps(gaps, flags, surroundings);
    return worst([
      gaps.length > 0 || taken.skipped.length > 0 ? 3 : 0,
      printFailures(failures, surroundings),
    ]);
  },
};

/** What was read and what could not be found. */
interface Taken {
  readonly source: Source;
  /** Unless none of the named objects exists. */
  readonly taken: Snapshot | undefined;
  readonly failures: readonly Failure[];
}

/** What `why` reads to explain these objects. */
async function around(invocation: Invocation, surroundings: Surroundings): Promise<Taken> {
  if (invocation.flags.isGiven(from))
    throw new Failure("usage", say`error: names cannot be given with --from, which is written as a whole`);
  let taken: Snapshot | undefined;
  const { source, objects, failures } = await ask(invocation, surroundings, {
    accepts: { command: "snapshot", resources: askable },
    async load() {
      const { diagnosed } = await import("./why/diagnosed.ts");
      const { make, ...ahead } = diagnosed("step by step", surroundings);
      const making = (asked: readonly KubeObject[]) => {
        const report = make(asked);
        return (snapshot: Snapshot) => {
          taken = snapshot;
          return report(snapshot);
        };
      };
      return { make: making, ...ahead };
    },
    waiting: "shown",
    questions: "a few",
  });
  return { source, taken: objects.length === 0 ? undefined : taken, failures };
}

/** Elsewhere in kubectl these are formats: a file with such a name is hardly meant. */
function refuseFormat(file: string): void {
  if (file === "yaml" || file === "json")
    throw new Failure(
      "usage",
      say`error: -o takes the name of the file to write, and a snapshot is always YAML: remove -o to write to standard output, or use -o ./${file}`,
    );
}

async function everything(source: Source, flags: FlagValues): Promise<Snapshot> {
  if (source.kind === "input") return source.start();
  const namespace = flags.isGiven(config.namespace) ? namespaceOf(flags, source) : undefined;
  const served = kinds.filter(({ presence }) => presence !== "never");
  const { readings, skipped } = await source.collect(served.flatMap((kind) => demandsFor(kind, namespace)));
  const own = namespace === undefined ? undefined : namespaceAlone(namespace, readings);
  const more = own === undefined ? [] : (await source.collect([own])).readings;
  return { ...source.start(), readings: [...readings, ...more], skipped };
}

/** Who may read all that is in a namespace may mostly read the namespace too, and not list them all. */
function namespaceAlone(name: string, readings: readonly Reading[]): Demand | undefined {
  const list = readings.find(({ resource }) => resource === "v1/namespaces");
  if (list === undefined || list.read || list.reason !== "Forbidden") return undefined;
  return { resource: "v1/namespaces", scope: { of: "object", name } };
}

/** The leases of drivers lie where the drivers run, not where the volumes are. */
const neededFromElsewhere: readonly Resource[] = ["coordination.k8s.io/v1/leases"];

/** kubernetes/kubernetes staging/src/k8s.io/client-go/tools/record/event.go makeEvent, 1.36. */
const eventsOnWhatHasNoNamespace: Demand = {
  resource: "v1/events",
  scope: { of: "namespace", namespace: "default" },
};

function demandsFor(
  { resource, namespaced }: (typeof kinds)[number],
  namespace: string | undefined,
): readonly Demand[] {
  const isWhole = namespace === undefined || !namespaced || neededFromElsewhere.includes(resource);
  if (isWhole) return [{ resource, scope: { of: "cluster" } }];
  const own: Demand = { resource, scope: { of: "namespace", namespace } };
  return resource === "v1/events" && namespace !== "default" ? [own, eventsOnWhatHasNoNamespace] : [own];
}

async function save(taken: Snapshot, { flags }: Invocation, surroundings: Surroundings): Promise<void> {
  const { redacted, writeSnapshot } = await import("../reading/snapshot-file/index.ts");
  const text = writeSnapshot(flags.isOn(redact) ? redacted(taken) : taken);
  const file = flags.text(output);
  if (file === undefined || file === "" || file === "-") return surroundings.out.write(text);
  await surroundings.saveFile(file, text);
  const count = taken.readings.reduce((sum, reading) => sum + (reading.read ? reading.items.length : 0), 0);
  printLine(surroundings.err, say`${file} written: ${count} objects of ${taken.source}`);
}

type Gap = Reading & { readonly read: false };

async function tellGaps(gaps: readonly Gap[], flags: FlagValues, surroundings: Surroundings): Promise<void> {
  if (gaps.length === 0) return;
  const { helpWith } = await import("../render/terminal/unread.ts");
  for (const gap of gaps) {
    printLine(surroundings.err, gapLine(gap));
    surroundings.err.write(helpWith(gap, renderOptions(surroundings, flags)));
  }
}

/** A list that the server does not have is empty for certain. */
function isGap(reading: Reading): reading is Gap {
  return !reading.read && reading.reason !== "NotServed" && reading.reason !== "NotCollected";
}

function gapLine({ resource, reason, detail }: Gap): Phrase {
  const parts = [say`${reason}`, ...(detail === undefined ? [] : [say`${detail}`])];
  return say`Warning: could not read ${words(pluralOf(resource))}: ${join(parts, ", ")}`;
}
