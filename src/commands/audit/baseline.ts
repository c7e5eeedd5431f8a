import type { ObjectRef } from "../../kubernetes/index.ts";
import { say, words } from "../../kubernetes/index.ts";
import type { Comparison, EarlierFinding, Finding, Severity } from "../../report/index.ts";
import { fingerprintOf, severities } from "../../report/index.ts";
import { Fields, requireType } from "./config-file.ts";

/** An earlier report of an audit. */
export interface Baseline {
  readonly file: string;
  readonly takenAt: string;
  readonly findings: readonly EarlierFinding[];
}

export function baselineIn(document: unknown, file: string): Baseline {
  const fields = new Fields(document, file);
  requireType(fields, "Report");
  if (fields.record("audit") === undefined)
    throw fields.refused(
      "",
      say`is not the report of an audit: create one with 'kubectl pvguard audit -o json'`,
    );
  return {
    file,
    takenAt: fields.required("takenAt"),
    findings: fields.records("findings").map(earlierFinding),
  };
}

function earlierFinding(fields: Fields): EarlierFinding {
  const object = fields.record("object");
  if (object === undefined) throw fields.refused("object", words("is missing"));
  const storageClass = fields.text("storageClass");
  return {
    code: fields.required("code"),
    severity: fields.oneOf<Severity>("severity", severities),
    subject: refIn(object),
    ...(storageClass === undefined ? {} : { storageClass }),
  };
}

function refIn(fields: Fields): ObjectRef {
  const namespace = fields.text("namespace");
  const uid = fields.text("uid");
  return {
    apiVersion: fields.required("apiVersion"),
    kind: fields.required("kind"),
    name: fields.required("name"),
    ...(namespace === undefined ? {} : { namespace }),
    ...(uid === undefined ? {} : { uid }),
  };
}

/** What the rules that were asked now said of this audit. */
interface Present {
  /** All of them, also those that are ignored or not shown. */
  readonly all: readonly Finding[];
  readonly askedCodes: ReadonlySet<string>;
  readonly silencedCodes: ReadonlySet<string>;
  /** Would this earlier finding be shown now, if it still held? */
  isShown(finding: EarlierFinding): boolean;
}

/** Finds the earlier finding that is the same as a current one. */
type Earlier = (finding: Finding) => EarlierFinding | undefined;

export function earlierIn({ findings }: Baseline): Earlier {
  const table = tabled(findings);
  return (finding) => table.get(fingerprintOf(finding))?.find((earlier) => isSameObject(earlier, finding));
}

/** What is different since the baseline. What a rule could not look at again is not solved. */
export function compared({ file, takenAt, findings }: Baseline, present: Present): Comparison {
  const table = tabled(present.all);
  const isStill = (earlier: EarlierFinding) =>
    table.get(fingerprintOf(earlier))?.some((finding) => isSameObject(earlier, finding)) ?? false;
  const gone = findings.filter(
    (earlier) => present.askedCodes.has(earlier.code) && present.isShown(earlier) && !isStill(earlier),
  );
  const isUnsure = ({ code }: EarlierFinding) => present.silencedCodes.has(code);
  return {
    baseline: file,
    takenAt,
    known: findings.filter(isStill).length,
    solved: gone.filter((earlier) => !isUnsure(earlier)),
    unsure: gone.filter(isUnsure),
  };
}

function tabled<T extends Pick<Finding, "code" | "subject">>(
  findings: readonly T[],
): ReadonlyMap<string, readonly T[]> {
  const table = new Map<string, T[]>();
  for (const finding of findings) {
    const key = fingerprintOf(finding);
    const row = table.get(key);
    if (row === undefined) table.set(key, [finding]);
    else row.push(finding);
  }
  return table;
}

/** An object that was deleted and created again is a different one. */
function isSameObject(earlier: Pick<Finding, "subject">, finding: Pick<Finding, "subject">): boolean {
  const [before, after] = [earlier.subject.uid, finding.subject.uid];
  return before === undefined || after === undefined || before === after;
}
