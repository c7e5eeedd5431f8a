import type { Foretold } from "../analysis/index.ts";
import { join, kindNamed, pluralOf, say, words } from "../kubernetes/index.ts";
import { reportFormats } from "../render/formats.ts";
import type { Renderer } from "../render/renderer.ts";
import type { Report } from "../report/index.ts";
import type { Request } from "./arguments/request.ts";
import type { Asked } from "./asking/ask.ts";
import { ask } from "./asking/ask.ts";
import type { Command, Invocation } from "./command.ts";
import type { ExitCode } from "./failure.ts";
import type { FlagValues, Switch } from "./flags/index.ts";
import {
  asGiven,
  inputFlags,
  isMachineFormat,
  noHeaders,
  outputsFlag,
  selectionFlags,
} from "./flags/index.ts";
import type { Outputs } from "./outputs.ts";
import { isBare, outputsOf } from "./outputs.ts";
import {
  exitCodeOfReport,
  printFailures,
  printLine,
  printRendered,
  printWarnings,
  renderOptions,
  saveRendered,
  sayNoneFound,
  tellUnread,
  worst,
} from "./print.ts";
import { explainable, unnamed } from "./resources.ts";
import { disks, disksAt, disksIn, ofDisks } from "./sources/disk-lists.ts";
import { withDisksRead } from "./sources/with-disks.ts";
import type { Surroundings } from "./surroundings.ts";
import { sayWhatElse, sayWhereNext } from "./why/where-next.ts";

const output = outputsFlag([...reportFormats.keys()]);

const ifDeleted: Switch = {
  takes: "nothing",
  name: "if-deleted",
  help: "Also explain what a deletion would do, step by step",
};

const watch: Switch = {
  takes: "nothing",
  name: "watch",
  short: "w",
  help: "Watch the object until it is deleted, and report changes",
};

export const why: Command = {
  name: "why",
  summary: "Explain why an object is stuck, and what to do",
  description: `Explains why a claim, a volume, a pod, a workload or a related object is stuck,
what happens to the data, and the safest next step.`,
  details: `With a type and no name, why explains every object of that type that is not
healthy. Without arguments it lists the claims, volumes, attachments and
snapshots in the namespace that are not healthy.

Of a workload (StatefulSet, Deployment, ReplicaSet, DaemonSet, Job, CronJob),
why explains its claims and pods that have a problem, and what it could not
create. Of a node or a StorageClass, why explains the claims, volumes,
attachments and pods that have a problem.

A claim that does not exist is explained by the StatefulSet that should have
created it, by a pod that names it, or by its Released volume. A node or a
class is explained by what names it.

With --if-deleted, why also says what depends on the object, what can no
longer be done without it, and what to do first: for snapshots, workloads,
namespaces, nodes, storage and snapshot classes, and CSI drivers.

With -o FORMAT=FILE, why also writes its answer to a file, whole or not at
all, and prints the text. -o can be given several times, and once without a
file. With --watch, why writes the files again after each change. They keep
the last answer from before the object was deleted.

Exit codes: 0 an answer was given; 2 wrong usage, or the object was not found;
3 part of the answer is unknown, because something could not be read; 4 the
server could not be reached.`,
  usage: "[TYPE[.VERSION][.GROUP] [NAME ... | -l label] | TYPE[.VERSION][.GROUP]/NAME ...]",
  examples: [
    { what: "Explain why a claim is stuck", line: "why pvc/data -n shop" },
    { what: "Explain why a workload has no claim, no pod or no volume", line: "why sts/db -n shop" },
    { what: "Explain what is wrong with the volumes of a node", line: "why node/worker-7" },
    { what: "List what is not healthy in the current namespace", line: "why" },
    { what: "See what happens to the data if a claim is deleted", line: "why pvc/data --if-deleted" },
    { what: "See what depends on a StorageClass before it is deleted", line: "why sc/gp3 --if-deleted" },
    { what: "See whether a namespace takes backups along", line: "why ns/shop --if-deleted" },
    {
      what: "See what no longer works without a driver's controller",
      line: "why deploy/ebs-csi-controller -n kube-system --if-deleted",
    },
    { what: "Explain all volumes that are not healthy", line: "why pv" },
    { what: "Explain all claims and volumes that are not healthy, in all namespaces", line: "why pvc,pv -A" },
    { what: "Watch a claim until it is deleted", line: "why pvc/data -w" },
    { what: "Print the diagnosis as JSON, for a program", line: "why pvc/data -o json" },
    { what: "Read a file instead of a cluster", line: "why pvc/data --from cluster.yaml" },
  ],
  common: ["namespace", "all-namespaces", "selector", "if-deleted", "watch", "from", "output"],
  flags: [...selectionFlags, ...inputFlags, output, noHeaders, ifDeleted, watch, disks, disksAt],
  words: { of: "objects", resources: explainable },
  isPaged: (flags) => !flags.isOn(watch),
  async run(invocation, surroundings) {
    const { flags } = invocation;
    const formats = { load: async (name: string) => reportFormats.get(name)?.(), rows: "diagnoses" };
    const outputs = await outputsOf(flags, output, formats, surroundings);
    const wanted = outputs.printed?.format;
    const format = wanted ?? (invocation.words.length === 0 ? "brief" : undefined);
    const watching = flags.isOn(watch) ? await import("./why/watch.ts") : undefined;
    const all = [format, ...outputs.files.map((file) => file.format)];
    watching?.refuseToWatch(invocation, wanted);
    const waiting = isMachineFormat(wanted) ? "silent" : "shown";
    const load = async (request: Request) => {
      // What prints the answer is loaded meanwhile, too.
      const [{ diagnosed }] = await Promise.all([import("./why/diagnosed.ts"), rendererFor(format, outputs)]);
      return diagnosed(foretold(request, all, flags.isOn(ifDeleted)), surroundings);
    };
    const lists = await disksIn(flags, surroundings);
    const asked = await ask(invocation, surroundings, {
      accepts: { command: "why", resources: explainable, unnamed },
      load,
      waiting,
      questions: watching === undefined ? "a few" : "many",
      // What does not exist is not waited for.
      standIns: watching === undefined ? "wanted" : "unwanted",
      ...(lists === undefined ? {} : { through: (source) => withDisksRead(source, lists) }),
    });
    const { request } = asked;
    const isTable = wanted === undefined && isOverview(asked);
    const readers = isMachineFormat(wanted) ? "programs" : "people";
    if (readers === "people")
      for (const instead of asked.insteads) printLine(surroundings.out, say`${instead}:\n\n`);
    const manner = { format: isTable ? "brief" : format, readers, outputs } as const;
    await print(asked, manner, invocation, surroundings);
    if (isTable && ofInterest(asked).diagnoses.length > 0) sayWhereNext(asked, flags, surroundings);
    if (wanted === undefined && request.by === "type" && request.named === "everything")
      sayWhatElse(asked, flags, surroundings);
    printWarnings(asked.source, surroundings);
    const code = worst([
      exitCodeOfReport(asked.answer),
      printFailures(asked.failures, surroundings),
      await save(asked, outputs, flags, surroundings),
    ]);
    if (watching === undefined || asked.objects.length === 0) return code;
    const { make } = await load(asked.request);
    const again = { make, save: (now: Asked<Report>) => save(now, outputs, flags, surroundings) };
    return await watching.watchOn(asked, again, flags, surroundings);
  },
};

/** Of a type only what is not healthy is shown; what a deletion would do to it, only if that is asked for. */
function foretold(request: Request, formats: readonly (string | undefined)[], isAsked: boolean): Foretold {
  const isShort = (format: string | undefined) => format === "brief" || format === "name";
  const isAll = isAsked || formats.some((format) => isMachineFormat(format) && !isShort(format));
  if (request.by === "name") return isAll ? "step by step" : "in a sentence";
  return isAll ? "step by step where unhealthy" : "not at all";
}

async function rendererFor(
  format: string | undefined,
  { printed }: Outputs<Report>,
): Promise<Renderer | undefined> {
  return printed !== undefined && printed.format === format
    ? await printed.load()
    : await reportFormats.get(format ?? "text")?.();
}

/** No document says that nothing is wrong where nothing was found. */
async function save(
  asked: Asked<Report>,
  outputs: Outputs<Report>,
  flags: FlagValues,
  surroundings: Surroundings,
): Promise<ExitCode> {
  if (asked.objects.length === 0 && asked.failures.length > 0) return 0;
  const options = {
    ...renderOptions(surroundings, flags),
    again: againOf(flags),
    ifDeleted: flags.isOn(ifDeleted),
  };
  return await saveRendered(outputs, ofInterest(asked), options, surroundings);
}

/** How the answer is printed, and for whom. */
interface Manner {
  readonly format: string | undefined;
  readonly readers: "people" | "programs";
  readonly outputs: Outputs<Report>;
}

async function print(
  asked: Asked<Report>,
  { format, readers, outputs }: Manner,
  invocation: Invocation,
  surroundings: Surroundings,
): Promise<void> {
  const { diagnoses } = ofInterest(asked);
  const isForPeople = readers === "people";
  if (asked.objects.length === 0 && (isForPeople || asked.failures.length > 0))
    sayNoneFound(asked, invocation, surroundings);
  else if (diagnoses.length === 0 && isForPeople) {
    sayAllHealthy(asked, surroundings);
    await tellUnread(asked.answer.unread, invocation.flags, surroundings, "out");
  } else {
    const renderer = await rendererFor(format, outputs);
    const options = {
      ...renderOptions(surroundings, invocation.flags),
      again: againOf(invocation.flags),
      ifDeleted: invocation.flags.isOn(ifDeleted),
    };
    await printRendered(renderer, { ...asked.answer, diagnoses }, options, surroundings);
  }
  if (isBare(format)) await tellUnread(asked.answer.unread, invocation.flags, surroundings);
}

function againOf(flags: FlagValues) {
  return { audit: [], why: asGiven(ofDisks, flags) };
}

/** Several objects that were not asked for by name are shown in a table. */
function isOverview(asked: Asked<Report>): boolean {
  const { request } = asked;
  if (request.by !== "type") return false;
  return request.named === "everything" || ofInterest(asked).diagnoses.length > 1;
}

/** Of a type only what is wrong with it is of interest; of a named object, that object. */
function ofInterest({ request, answer }: Asked<Report>): Report {
  if (request.by === "name") return answer;
  return { ...answer, diagnoses: answer.diagnoses.filter(({ verdict }) => verdict.category !== "healthy") };
}

/** The answer when every object of a type is as it should be. */
function sayAllHealthy({ objects, answer }: Asked<Report>, surroundings: Surroundings): void {
  const resources = objects.flatMap(({ apiVersion, kind }) => kindNamed(apiVersion, kind)?.resource ?? []);
  const types = join(
    [...new Set(resources)].map((resource) => words(pluralOf(resource))),
    ", ",
  );
  const looked = objects.length === 1 ? "One object" : `${objects.length} objects`;
  const proviso = words(answer.unread.length === 0 ? "" : " in what could be read");
  printLine(surroundings.out, say`${words(looked)} checked (${types}): no problems found${proviso}.`);
}
