import type { Inventory } from "../../backends/index.ts";
import type { AnyRuleEntry } from "../../define/index.ts";
import type { Phrase } from "../../kubernetes/index.ts";
import { join, say, secondsIn, words } from "../../kubernetes/index.ts";
import type { Severity } from "../../report/index.ts";
import { severities } from "../../report/index.ts";
import type { LabelMatcher } from "../arguments/labels.ts";
import { labelMatcher } from "../arguments/labels.ts";
import { Failure } from "../failure.ts";
import type { FlagValues, Text } from "../flags/index.ts";
import { selector } from "../flags/index.ts";
import { nearest } from "../nearest.ts";
import { disks, disksIn } from "../sources/disk-lists.ts";
import type { Surroundings } from "../surroundings.ts";
import type { Baseline } from "./baseline.ts";
import { baselineIn } from "./baseline.ts";
import type { AuditConfig, IgnoreEntry } from "./config-file.ts";
import { auditConfig, noConfig } from "./config-file.ts";
import * as given from "./flags.ts";
import type { Threshold } from "./threshold.ts";

/** All that a person decided about an audit, by flags and by file. */
export interface AuditSettings {
  readonly rules: readonly AnyRuleEntry[];
  /** In seconds. */
  readonly olderThan: number;
  readonly minSeverity: Severity;
  readonly failOn: Threshold;
  /** None means all. */
  readonly storageClasses: readonly string[];
  /** Of the object that a finding is about; `undefined` for all. */
  readonly labels: LabelMatcher | undefined;
  readonly ignore: readonly IgnoreEntry[];
  readonly baseline: Baseline | undefined;
  /** Lists of disks from files, of which there can be none; `undefined`: no disks are compared. */
  readonly disks: readonly Inventory[] | undefined;
  /** Where no format draws them. */
  readonly chains?: "left out";
}

/** Reads the flags and the files that they name, and refuses what cannot be meant. No cluster is asked before that. */
export async function settingsOf(
  flags: FlagValues,
  known: readonly AnyRuleEntry[],
  surroundings: Pick<Surroundings, "readFile">,
): Promise<AuditSettings> {
  const config = await fileOf(flags, given.configFile, surroundings, auditConfig);
  const baseline = await fileOf(flags, given.baseline, surroundings, baselineIn);
  const labels = flags.text(selector) ?? "";
  return {
    rules: rulesOf(flags, config ?? noConfig, known),
    olderThan: secondsOf(flags, config ?? noConfig),
    minSeverity: chosen(flags.text(given.minSeverity) ?? "", severities, given.minSeverity),
    failOn: failOnOf(flags, config ?? noConfig),
    storageClasses: flags.texts(given.storageClass).flatMap(listIn),
    labels: labels === "" ? undefined : labelMatcher(labels),
    ignore: config?.ignore ?? [],
    baseline,
    disks: await disksIn(flags, surroundings),
  };
}

/** Of manifests, most rules know nothing. One that was asked for by name is not left out in silence. */
export function settingsForManifests(settings: AuditSettings, flags: FlagValues): AuditSettings {
  const named = flags.texts(given.rules).flatMap(listIn);
  const rules = settings.rules.filter(({ manifests }) => manifests === true);
  const unfit = settings.rules.find((rule) => !rules.includes(rule) && named.some((by) => isNamed(rule, by)));
  if (unfit !== undefined || rules.length === 0)
    throw new Failure(
      "usage",
      say`error: the input is manifests that were never applied, not a cluster: ${unfit?.code ?? "no rule that is left"} cannot check them`,
    );
  return { ...settings, rules };
}

async function fileOf<T>(
  flags: FlagValues,
  flag: Text,
  { readFile }: Pick<Surroundings, "readFile">,
  read: (document: unknown, file: string) => T,
): Promise<T | undefined> {
  const file = flags.text(flag);
  if (file === undefined || file === "") return undefined;
  const text = await readFile(file);
  const { documentIn } = await import("../../reading/files/index.ts");
  return read(documentIn(text, file), file);
}

function rulesOf(
  flags: FlagValues,
  config: AuditConfig,
  known: readonly AnyRuleEntry[],
): readonly AnyRuleEntry[] {
  const file = flags.text(given.configFile) ?? "";
  const refused = (source: Phrase) => (problem: Phrase) =>
    new Failure("usage", say`error: ${source}: ${problem}`);
  // Also an ignored rule must exist: a misspelled one would ignore nothing.
  const named = [...config.rules, ...config.skip, ...config.ignore.map(({ code }) => code)];
  chosenRules(known, { only: named, skip: [], with: ["disks"] }, refused(say`${file}`));
  const list = (flag: typeof given.rules, other: readonly string[]) =>
    flags.isGiven(flag) ? flags.texts(flag).flatMap(listIn) : other;
  return chosenRules(
    known,
    {
      only: list(given.rules, config.rules),
      skip: list(given.skip, config.skip),
      with: [
        ...(flags.isOn(given.risk) ? ["risk" as const] : []),
        ...(flags.isGiven(disks) ? ["disks" as const] : []),
      ],
    },
    refused(say`--rules or --skip`),
  );
}

function secondsOf(flags: FlagValues, config: AuditConfig): number {
  const text = flags.isGiven(given.olderThan) ? undefined : config.olderThan;
  const value = text ?? flags.text(given.olderThan) ?? "";
  const seconds = secondsIn(value);
  if (seconds !== undefined) return seconds;
  throw new Failure(
    "usage",
    say`error: --older-than must be a duration such as 30s, 5m, 2h or 7d, not "${value}"`,
  );
}

function failOnOf(flags: FlagValues, config: AuditConfig): Threshold {
  const fromFlag = () =>
    chosen<Threshold>(flags.text(given.failOn) ?? "", [...severities, "never"], given.failOn);
  return flags.isGiven(given.failOn) ? fromFlag() : (config.failOn ?? fromFlag());
}

/** Which rules a person wants asked. */
interface RuleChoice {
  /** Codes or names; none means all. */
  readonly only: readonly string[];
  readonly skip: readonly string[];
  /** The flags that were given of those without which some rules are not asked. */
  readonly with: readonly NonNullable<AnyRuleEntry["onlyWith"]>[];
}

/** The rules to ask. A rule that is asked only with --risk is also asked when it is named. Without --disks there is nothing to ask. */
function chosenRules(
  rules: readonly AnyRuleEntry[],
  { only, skip, with: flags }: RuleChoice,
  refuse: (problem: Phrase) => Error,
): readonly AnyRuleEntry[] {
  const named = (names: readonly string[]) => new Set(names.map((name) => ruleNamed(name, rules, refuse)));
  const wanted = named(only);
  const unwanted = named(skip);
  const chosen = rules.filter((rule) => {
    const isUsual = rule.onlyWith === undefined || flags.includes(rule.onlyWith);
    const isWanted = wanted.size === 0 ? isUsual : wanted.has(rule);
    return isWanted && !unwanted.has(rule);
  });
  const blind = chosen.find(({ onlyWith }) => onlyWith === "disks" && !flags.includes("disks"));
  if (blind !== undefined) throw refuse(say`${blind.code} compares with a list of disks: add --disks`);
  // Where nothing is asked, nothing is found.
  if (chosen.length === 0) throw refuse(words("no rule is left to check"));
  return chosen;
}

function ruleNamed(
  name: string,
  rules: readonly AnyRuleEntry[],
  refuse: (problem: Phrase) => Error,
): AnyRuleEntry {
  const found = rules.find((rule) => isNamed(rule, name));
  if (found !== undefined) return found;
  const near = nearest(
    name,
    rules.flatMap((rule) => [rule.code, rule.name]),
  );
  const lines = join(
    near.map((candidate) => words(`\n\t${candidate}`)),
    "",
  );
  const hint = near.length === 0 ? [] : say`${words("\n\nDid you mean this?")}${lines}`;
  throw refuse(say`unknown rule "${name}"${hint}${words("\nSee 'kubectl pvguard explain' for all rules.")}`);
}

/** By its code or its name; upper and lower case are the same. */
export function isNamed(
  { code, name }: { readonly code: string; readonly name: string },
  by: string,
): boolean {
  const wanted = by.trim().toLowerCase();
  return code.toLowerCase() === wanted || name === wanted;
}

/** The parts of a list that commas separate. */
export function listIn(text: string): readonly string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** The value of a flag that takes one of these; with the nearest when it is none of them. */
function chosen<V extends string>(value: string, values: readonly V[], flag: Text): V {
  const found = values.find((each) => each === value);
  if (found !== undefined) return found;
  const [meant] = nearest(value, values);
  const hint = meant === undefined ? [] : words(`\n\nDid you mean this?\n\t${meant}`);
  throw new Failure(
    "usage",
    say`error: invalid argument "${value}" for "--${words(flag.name)}" flag: must be one of ${words(values.join(", "))}${hint}`,
  );
}
