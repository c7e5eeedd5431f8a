import { say, words } from "../../kubernetes/index.ts";
import type { Renderer, RenderOptions } from "../../render/index.ts";
import { auditListRenderers, auditRenderers, reached } from "../../render/index.ts";
import type { AuditReportList, ClusterAudit } from "../../report/index.ts";
import type { ExitCode } from "../failure.ts";
import { Failure } from "../failure.ts";
import type { FlagValues, Text } from "../flags/index.ts";
import { isMachineFormat } from "../flags/index.ts";
import { isBare, outputsOf } from "../outputs.ts";
import { printLine, printRendered, saveRendered, tellUnread, worst } from "../print.ts";
import type { Surroundings, Tell } from "../surroundings.ts";
import type { EachCluster } from "./side-by-side.ts";
import { auditSeveral } from "./side-by-side.ts";

interface WantedOfSeveral extends EachCluster {
  /** `-o`. */
  readonly output: Text;
  readonly options: RenderOptions;
}

/** The clusters of these contexts in one report. */
export async function printSeveral(
  wanted: WantedOfSeveral,
  flags: FlagValues,
  surroundings: Surroundings,
): Promise<ExitCode> {
  const { output, options } = wanted;
  const formats = { load: async (name: string) => rendererOf(name), rows: "items" };
  const outputs = await outputsOf(flags, output, formats, surroundings);
  const format = outputs.printed?.format;
  for (const each of [format, ...outputs.files.map((file) => file.format)])
    if (auditRenderers.some(({ name }) => name === each)) rendererOf(each);
  const read = (tell: Tell) => auditSeveral(wanted, flags, surroundings, tell);
  const { list, exitCode } = isMachineFormat(format)
    ? await read(() => {})
    : await surroundings.busy(words("Reading"), read);
  await printRendered((await outputs.printed?.load()) ?? rendererOf(undefined), list, options, surroundings);
  if (isMachineFormat(format))
    for (const cluster of list.clusters) await tellBeside(cluster, format, flags, surroundings);
  const saved = await saveRendered(outputs, list, options, surroundings);
  return saved === 0 ? exitCode : worst([saved, exitCode]);
}

/** @throws {Failure} where this format has room for one cluster only */
function rendererOf(format: string | undefined): Renderer<AuditReportList> | undefined {
  if (format === undefined) return auditListRenderers[0];
  const found = auditListRenderers.find(({ name }) => name === format);
  if (found !== undefined) return found;
  const others = auditListRenderers.map(({ name }) => name).join(", ");
  throw new Failure(
    "usage",
    say`error: -o ${format} shows one cluster: use it with --context. For several clusters there are ${words(others)}`,
  );
}

/** What went wrong is told to a person, too, wherever the report goes. */
async function tellBeside(
  cluster: ClusterAudit,
  format: string | undefined,
  flags: FlagValues,
  surroundings: Surroundings,
): Promise<void> {
  const { context, state } = cluster;
  const reach = { flags: ["--context", context], shell: surroundings.shell };
  if (state === "failed")
    printLine(surroundings.err, reached(say`${context}: error: ${cluster.error.message}`, reach));
  if (state !== "audited" || !isBare(format) || cluster.report.unread.length === 0) return;
  printLine(surroundings.err, say`${context}:`);
  await tellUnread(cluster.report.unread, flags, surroundings);
}
