import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { TestContext } from "node:test";
import { playFix } from "./fix/play.ts";
import { runCli } from "./run-cli.ts";

const root = join(import.meta.dirname, "..", "scenarios");

/** A folder of plain manifests with what pvguard says about them, as a terminal session. */
interface Scenario {
  readonly name: string;
  readonly folder: string;
  /** Golden sessions: each is one or more command lines with what they print. */
  readonly goldens: readonly string[];
}

export function scenarios(): readonly Scenario[] {
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ name, folder: join(root, name), goldens: goldensIn(join(root, name)) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function goldensIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".txt") && !/^(never|rescue|undo)/.test(file))
    .map((file) => join(folder, file))
    .sort();
}

const prompt = "$ kubectl pvguard ";

/** The command lines of a golden, without the prompt. */
export function commandLines(golden: string): readonly string[] {
  return golden
    .split("\n")
    .filter((line) => line.startsWith(prompt))
    .map((line) => line.slice(prompt.length));
}

/** What a terminal shows when these command lines are typed in the scenario's folder. */
export async function play(lines: readonly string[], folder: string, context?: TestContext): Promise<string> {
  const played: string[] = [];
  for (const line of lines) {
    if (line.startsWith("fix ") && context !== undefined) {
      played.push(`${prompt}${line}\n${await playFix(wordsOf(line), basename(folder), context)}`);
      continue;
    }
    const argv = [...wordsOf(line), "--from", join(folder, "cluster.yaml")];
    const readFile = async (path: string) => readFileSync(join(folder, path), "utf8");
    const { out, err, code } = await runCli(argv, Date.parse("2026-11-21T00:00:00Z"), "", { readFile });
    const status = code === 0 ? "" : `(exit code ${code})\n`;
    played.push(`${prompt}${line}\n${asTyped(`${out}${err}`, folder)}${status}`);
  }
  return played.join("\n");
}

/** Without the place of this folder, nor the flag that the lines are typed without: where they wrap would depend on its length. */
export function asTyped(text: string, folder: string): string {
  return text
    .replaceAll(`${folder}/`, "")
    .replaceAll(/\s+--from\s+cluster\.yaml\s+(?=TYPE\/NAME|--if-deleted)/g, " ")
    .replaceAll(/\s+--from\s+cluster\.yaml/g, "");
}

export function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map((match) => match[1] ?? match[2] ?? "");
}

/** What a scenario must never propose, and what it must say. */
interface Guard {
  readonly traps: readonly number[];
  readonly never: readonly string[];
  readonly must: readonly string[];
}

export function guardOf({ folder }: Scenario): Guard | undefined {
  const file = join(folder, "never.txt");
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "");
  return {
    traps: lines.flatMap((line) => [...line.matchAll(/^# trap (\d+):/g)].map((match) => Number(match[1]))),
    never: lines.filter((line) => !line.startsWith("#") && !line.startsWith("must: ")),
    must: lines.filter((line) => line.startsWith("must: ")).map((line) => line.slice("must: ".length)),
  };
}

/** The remedies of a session: all under "What to do", and the steps of the cards, with lines put together. */
export function remediesIn(session: string): string {
  const sections = session.split(/\n(?=\S)/).filter((section) => section.startsWith("What to do"));
  const steps = session.matchAll(/^\S.*\[(?:safe|risky|loses data)\]\n(?:.+\n)*/gm);
  return unwrapped([...sections, ...[...steps].map(([step]) => step)].join("\n"));
}

/** Without the line breaks that only the width of the terminal made. */
export function unwrapped(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}
