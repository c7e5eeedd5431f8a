import { join, pluralOf, type Report, type Resource, say, words } from "../model/index.ts";
import { renderers } from "../render/index.ts";
import { type Asked, ask } from "./ask.ts";
import type { Command, Invocation } from "./command.ts";
import type { Edge } from "./edge.ts";
import {
  allNamespaces,
  formatOf,
  inputFlags,
  isMachineFormat,
  outputFlag,
  type Switch,
  selectionFlags,
} from "./flags/index.ts";
import { exitCodeOfReport, printFailures, printLine, renderOptions, worst } from "./print.ts";
import { namespaceOf } from "./select.ts";

/** The kinds that can be asked about. */
const resources: readonly Resource[] = [
  "v1/persistentvolumeclaims",
  "v1/persistentvolumes",
  "v1/pods",
  "storage.k8s.io/v1/volumeattachments",
  "snapshot.storage.k8s.io/v1/volumesnapshots",
  "snapshot.storage.k8s.io/v1/volumesnapshotcontents",
  "v1/namespaces",
];

const output = outputFlag(renderers.map(({ name }) => name));

const ifDeleted: Switch = {
  takes: "nothing",
  name: "if-deleted",
  help: "Also tell step by step what would happen if the object were deleted now.",
};

export const why: Command = {
  name: "why",
  summary: "Explain why an object is stuck, and what to do",
  description: `Explains why a claim, a volume or something around them is stuck: what holds it, who must let go, what becomes of the
data, and the safest next step.

With a type and no name it explains every object of that type that is not healthy.`,
  usage: "(TYPE[.VERSION][.GROUP] [NAME ... | -l label] | TYPE[.VERSION][.GROUP]/NAME ...)",
  examples: [
    { what: "Why is a claim stuck?", line: "why pvc/data -n shop" },
    { what: "Everything that is wrong with volumes", line: "why pv" },
    { what: "Claims and volumes that are not healthy, in all namespaces", line: "why pvc,pv -A" },
    { what: "What would become of the data if this claim were deleted?", line: "why pvc data --if-deleted" },
    { what: "For a program", line: "why pvc data -o json" },
    { what: "From a file instead of a cluster", line: "why pvc/data --from cluster.yaml" },
  ],
  flags: [...selectionFlags, ...inputFlags, output, ifDeleted],
  words: { of: "objects", resources },
  async run(invocation, edge) {
    const format = formatOf(invocation.flags, output);
    const waiting = isMachineFormat(format) ? "silent" : "shown";
    const asked = await ask(invocation, edge, { command: "why", resources }, waiting);
    const report = ofInterest(asked);
    if (asked.selection.objects.length === 0) sayNoneFound(asked, invocation, edge);
    else if (report.diagnoses.length === 0 && !isMachineFormat(format)) sayAllHealthy(asked, edge);
    else print(report, format, invocation, edge);
    return worst([exitCodeOfReport(report), printFailures(asked.failures, edge)]);
  },
};

/** Who asked for a type wants to hear of what is wrong with it; who named an object, of that object. */
function ofInterest({ request, report }: Asked): Report {
  if (request.by === "name") return report;
  return { ...report, diagnoses: report.diagnoses.filter(({ verdict }) => verdict.category !== "healthy") };
}

function print(report: Report, format: string | undefined, { flags }: Invocation, edge: Edge): void {
  const renderer = renderers.find(({ name }) => name === format) ?? renderers[0];
  const options = { ...renderOptions(edge), ifDeleted: flags.isOn(ifDeleted) };
  edge.out.write(renderer?.render(report, options) ?? "");
}

function sayAllHealthy({ request, selection }: Asked, edge: Edge): void {
  const count = selection.objects.length;
  const looked = count === 1 ? "One object" : `${count} objects`;
  printLine(edge.out, say`${words(looked)} looked at (${typesOf(request)}): nothing is wrong.`);
}

function typesOf(request: Asked["request"]) {
  const types = request.by === "type" ? request.resources : request.targets.map(({ resource }) => resource);
  return join(
    [...new Set(types)].map((resource) => words(pluralOf(resource))),
    ", ",
  );
}

/** As kubectl does, on standard error and without failing. */
function sayNoneFound({ failures, request, source }: Asked, { flags }: Invocation, edge: Edge): void {
  if (failures.length > 0 || request.by === "name") return;
  const namespace = flags.isOn(allNamespaces) ? undefined : namespaceOf(flags, source);
  printLine(
    edge.err,
    namespace === undefined
      ? words("No resources found")
      : say`No resources found in ${namespace} namespace.`,
  );
}
