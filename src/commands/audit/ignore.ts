import type { Phrase } from "../../kubernetes/index.ts";
import { ignoreAnnotation, say } from "../../kubernetes/index.ts";
import type { Finding, Ignored } from "../../report/index.ts";
import type { IgnoreEntry } from "./config-file.ts";
import { endOf } from "./config-file.ts";
import type { AuditSettings } from "./settings.ts";
import { isNamed, listIn } from "./settings.ts";
import type { Subject } from "./subjects.ts";

/** The findings, without those that a person asked to ignore. */
interface Sorted {
  readonly findings: readonly Finding[];
  readonly ignored: readonly Ignored[];
}

/** A request to ignore a finding, and whether it is still in force. */
type Wish =
  | { readonly state: "holds"; readonly ignored: Omit<Ignored, "finding"> }
  | { readonly state: "over"; readonly note: Phrase };

interface RuleNames {
  readonly code: string;
  readonly name: string;
}

/**
 * Takes out what an annotation of the object or the config file asks to ignore. A wish that has expired brings the
 * finding back, with a note.
 */
export function ignoring(
  findings: readonly Finding[],
  { ignore, rules }: Pick<AuditSettings, "ignore" | "rules">,
  subjectOf: (finding: Finding) => Subject | undefined,
  now: number,
): Sorted {
  const kept: Finding[] = [];
  const ignored: Ignored[] = [];
  for (const finding of findings) {
    const rule = rules.find(({ code }) => code === finding.code) ?? { code: finding.code, name: "" };
    const wishes = [
      ...fromAnnotation(subjectOf(finding)?.wishes, rule, now),
      ...ignore.filter((entry) => isMeant(entry, finding, rule)).map((entry) => fromConfig(entry, now)),
    ];
    const wish = wishes.find(({ state }) => state === "holds") ?? wishes[0];
    if (wish === undefined) kept.push(finding);
    else if (wish.state === "over") kept.push({ ...finding, note: wish.note });
    else ignored.push({ finding, ...wish.ignored });
  }
  return { findings: kept, ignored };
}

function fromAnnotation(wishes: Subject["wishes"], rule: RuleNames, now: number): readonly Wish[] {
  const codes = wishes?.[ignoreAnnotation];
  if (codes === undefined || !listIn(codes).some((code) => isNamed(rule, code))) return [];
  const reason = wishes?.[`${ignoreAnnotation}-reason`];
  const until = wishes?.[`${ignoreAnnotation}-until`];
  return [wishOf("annotation", reason, until, now)];
}

function fromConfig({ reason, until }: IgnoreEntry, now: number): Wish {
  return wishOf("config", reason, until, now);
}

function wishOf(by: Ignored["by"], reason: string | undefined, until: string | undefined, now: number): Wish {
  const end = until === undefined ? Number.POSITIVE_INFINITY : endOf(until);
  if (end === undefined)
    return { state: "over", note: say`not ignored: its ignore-until is not a date: ${until ?? ""}` };
  if (end <= now) return { state: "over", note: say`was ignored until ${until ?? ""}, which is in the past` };
  const details = { ...(reason === undefined ? {} : { reason }), ...(until === undefined ? {} : { until }) };
  return { state: "holds", ignored: { by, ...details } };
}

function isMeant(entry: IgnoreEntry, { subject }: Finding, rule: RuleNames): boolean {
  return (
    isNamed(rule, entry.code) &&
    (entry.kind === undefined || entry.kind === subject.kind) &&
    (entry.namespace === undefined || globMatches(entry.namespace, subject.namespace ?? "")) &&
    (entry.name === undefined || globMatches(entry.name, subject.name))
  );
}

/** Does the pattern match the whole text? `*` stands for any text, `?` for one character. Takes linear time and a bit. */
export function globMatches(pattern: string, text: string): boolean {
  let at = 0;
  let position = 0;
  let star = -1;
  let retry = 0;
  while (position < text.length) {
    if (pattern[at] === "*") {
      star = at;
      at += 1;
      retry = position;
    } else if (at < pattern.length && (pattern[at] === "?" || pattern[at] === text[position])) {
      at += 1;
      position += 1;
    } else if (star >= 0) {
      // Let the last star take one character more.
      retry += 1;
      position = retry;
      at = star + 1;
    } else return false;
  }
  return /^\**$/.test(pattern.slice(at));
}
