import { audit as auditWith } from "../engine/index.ts";
import { type Report, type Severity, say, words } from "../model/index.ts";
import { auditRenderers } from "../render/index.ts";
import { collect } from "./collect.ts";
import type { Command } from "./command.ts";
import type { ExitCode } from "./exit-code.ts";
import { expertise } from "./expertise.ts";
import { Failure } from "./failure.ts";
import {
  allNamespaces,
  type Choice,
  chunkSize,
  config,
  type FlagValues,
  formatOf,
  inputFlags,
  isMachineFormat,
  outputFlag,
  type Text,
} from "./flags/index.ts";
import { printWarnings, renderOptions } from "./print.ts";
import { namespaceOf } from "./select.ts";

const output = outputFlag(auditRenderers.map(({ name }) => name));

const olderThan: Text = {
  takes: "text",
  name: "older-than",
  default: "5m",
  help: "Pass over what has been as it is for less than this (e.g. 30s, 5m, 2h, 7d).",
};

const failOn: Choice<"never" | Severity> = {
  takes: "choice",
  name: "fail-on",
  values: ["error", "warning", "note", "never"],
  default: "error",
  help: "Exit with 1 when something at least this bad is found.",
};

export const audit: Command = {
  name: "audit",
  summary: "Find what is wrong, at risk or left behind in a whole cluster",
  description: `Asks every rule about every claim, volume, attachment and snapshot that you may read: what does not go, what will lose
data, what was left behind.

What could not be read is listed, with the rules that it silences: no rule says that all is well where it did not look.`,
  usage: "",
  examples: [
    { what: "The whole cluster", line: "audit" },
    { what: "One namespace", line: "audit -n shop" },
    { what: "In a pipeline: fail on warnings too", line: "audit --fail-on=warning -o json" },
    { what: "A dump instead of a cluster", line: "audit --from cluster.yaml" },
  ],
  flags: [allNamespaces, chunkSize, ...inputFlags, output, olderThan, failOn],
  words: { of: "none" },
  async run({ flags }, edge) {
    const format = formatOf(flags, output);
    const seconds = secondsIn(flags.text(olderThan) ?? "");
    const rest = isMachineFormat(format) ? () => {} : edge.busy(words("Reading"));
    const source = await edge.open(flags);
    const isNarrow = flags.isGiven(config.namespace) && !flags.isOn(allNamespaces);
    const scope = { namespace: isNarrow ? namespaceOf(flags, source) : undefined, olderThan: seconds };
    const { rules } = expertise.knowledge;
    const { made } = await collect(
      (snapshot) => auditWith(rules, scope, snapshot, expertise.knowledge, expertise.controllers),
      source.start(),
      source,
    ).finally(rest);
    const renderer = auditRenderers.find(({ name }) => name === format) ?? auditRenderers[0];
    edge.out.write(
      renderer?.render({ ...made, asked: [], ignored: [], changed: [] }, renderOptions(edge, flags)) ?? "",
    );
    printWarnings(source, edge);
    return exitCode(made, flags);
  },
};

const worstFirst: readonly Severity[] = ["error", "warning", "note"];

function exitCode({ findings, silenced, skipped }: Report, flags: FlagValues): ExitCode {
  const threshold = flags.choice(failOn);
  const counted = threshold === "never" ? [] : worstFirst.slice(0, worstFirst.indexOf(threshold) + 1);
  if (findings.some(({ severity }) => counted.includes(severity))) return 1;
  return silenced.length > 0 || skipped.length > 0 ? 3 : 0;
}

const units: ReadonlyMap<string, number> = new Map([
  ["s", 1],
  ["m", 60],
  ["h", 3600],
  ["d", 86_400],
]);

function secondsIn(text: string): number {
  const parts = [...text.matchAll(/(\d{1,6})([smhd])/g)];
  if (parts.length === 0 || parts.map(([part]) => part).join("") !== text) {
    throw new Failure(
      "usage",
      say`error: --older-than must be a time such as 30s, 5m, 2h or 7d, not "${text}"`,
    );
  }
  return parts.reduce((sum, [, digits, unit]) => sum + Number(digits) * (units.get(unit ?? "") ?? 0), 0);
}
