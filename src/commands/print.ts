import type { Unread } from "../cluster/index.ts";
import type { Phrase } from "../kubernetes/index.ts";
import { flatten, say, timestamp, words } from "../kubernetes/index.ts";
import { shown } from "../render/escape.ts";
import type { Reach } from "../render/reached.ts";
import { noReach, reached } from "../render/reached.ts";
import type { Renderer, RenderOptions } from "../render/renderer.ts";
import { plainOptions } from "../render/renderer.ts";
import type { Report } from "../report/index.ts";
import type { Asked } from "./asking/ask.ts";
import { namespaceOf } from "./asking/select.ts";
import type { Invocation } from "./command.ts";
import type { ExitCode } from "./failure.ts";
import { exitCodeOf, Failure } from "./failure.ts";
import type { FlagValues } from "./flags/index.ts";
import { allNamespaces, noHeaders, reachOf } from "./flags/index.ts";
import type { Outputs } from "./outputs.ts";
import type { Source } from "./sources/source.ts";
import type { Output, Surroundings } from "./surroundings.ts";

/** One line, what is in it escaped. */
export function printLine(output: Output, phrase: Phrase): void {
  const text = flatten(phrase, shown);
  output.write(text.endsWith("\n") ? text : `${text}\n`);
}

/** Prints lines of a log, each with the time before it. */
export function logTo({ err, now }: Pick<Surroundings, "err" | "now">): (line: Phrase) => void {
  return (line) => printLine(err, say`${timestamp(now())} ${line}`);
}

export function renderOptions(surroundings: Surroundings, flags: FlagValues): RenderOptions {
  return {
    ...plainOptions,
    ...(flags.isOn(noHeaders) ? { headers: "hidden" } : {}),
    width: surroundings.out.columns ?? plainOptions.width,
    ...(surroundings.out.columns === undefined ? {} : { tables: "fitted" as const }),
    color: surroundings.color === "always",
    version: surroundings.about.version,
    reach: reachOf(flags, surroundings.shell),
  };
}

/** What was found, as it is rendered. */
export function asShown<T>(content: T, reach: Reach, { marked }: Pick<Surroundings, "marked">): T {
  const shown = reached(content, reach);
  return marked === undefined ? shown : marked(shown);
}

const forPeople: readonly string[] = ["text", "wide", "brief"];

/** Prints it piece by piece where the format has pieces: the text of a large answer is longer than a string can be. */
export async function printRendered<T>(
  renderer: Renderer<T> | undefined,
  content: T,
  options: RenderOptions,
  surroundings: Surroundings,
): Promise<void> {
  for (const piece of renderedPieces(renderer, content, options, surroundings)) {
    surroundings.out.write(piece);
    await surroundings.out.sent();
  }
}

function renderedPieces<T>(
  renderer: Renderer<T> | undefined,
  content: T,
  options: RenderOptions,
  surroundings: Pick<Surroundings, "shell" | "marked">,
): Iterable<string> {
  // Programs that read a document run its commands in a shell of their choice.
  const isForPrograms = renderer !== undefined && !forPeople.includes(renderer.name);
  const shell = isForPrograms ? "posix" : surroundings.shell;
  const shown = asShown(content, { ...(options.reach ?? noReach), shell }, surroundings);
  return renderer?.pieces?.(shown) ?? [renderer?.render(shown, options) ?? ""];
}

/** Writes each file that `-o FORMAT=FILE` names, and says how the run ended by that. One that fails keeps no other from being written. */
export async function saveRendered<T>(
  { files }: Outputs<T>,
  content: T,
  options: RenderOptions,
  surroundings: Surroundings,
): Promise<ExitCode> {
  const { width, color } = plainOptions;
  const { tables: _, ...rest } = options;
  const failures: Failure[] = [];
  for (const { path, load } of files) {
    const pieces = renderedPieces(await load(), content, { ...rest, width, color }, surroundings);
    await surroundings.saveOutput(path, pieces).catch((problem: unknown) => {
      if (!(problem instanceof Failure)) throw problem;
      failures.push(problem);
    });
  }
  return printFailures(failures, surroundings);
}

/** The worst of how a run ended: what was not found outweighs what could not be told. */
export function worst(codes: readonly ExitCode[]): ExitCode {
  const order: readonly ExitCode[] = [130, 6, 5, 4, 2, 3, 1];
  return order.find((code) => codes.includes(code)) ?? 0;
}

/** Prints each failure, and says how the run ended by them. */
export function printFailures(failures: readonly Failure[], surroundings: Surroundings): ExitCode {
  for (const failure of failures) printLine(surroundings.err, failure.phrase);
  return worst(failures.map(({ kind }) => exitCodeOf(kind)));
}

/** What the server had to say besides its answer. */
export function printWarnings(source: Source, surroundings: Pick<Surroundings, "err">): void {
  for (const warning of source.warnings()) printLine(surroundings.err, say`Warning: ${warning}`);
}

/** 3 when something that mattered could not be told. */
export function exitCodeOfReport({ diagnoses, unread, skipped }: Report): ExitCode {
  const isUnsure = diagnoses.some(
    ({ verdict, fate }) => verdict.category === "unknown" || (fate?.data === "unknown" && unread.length > 0),
  );
  return isUnsure || skipped.length > 0 ? 3 : 0;
}

/** A type of which there is no object: as kubectl says it, on standard error and without failing. */
export function sayNoneFound(
  { objects, failures, request, source }: Asked<unknown>,
  { flags }: Invocation,
  surroundings: Surroundings,
): void {
  if (objects.length > 0 || failures.length > 0 || request.by === "name") return;
  const namespace = flags.isOn(allNamespaces) ? undefined : namespaceOf(flags, source);
  printLine(
    surroundings.err,
    namespace === undefined
      ? words("No resources found")
      : say`No resources found in ${namespace} namespace.`,
  );
}

/**
 * Beside an answer that has no room for it: that something is missing there may only mean that it was not seen.
 *
 * @param to where people read: names go to other programs
 */
export async function tellUnread(
  unread: readonly Unread[],
  flags: FlagValues,
  surroundings: Surroundings,
  to: "out" | "err" = "err",
): Promise<void> {
  if (unread.length === 0) return;
  const { notRead } = await import("../render/terminal/unread.ts");
  surroundings[to].write(notRead(unread, renderOptions(surroundings, flags)));
}
