/** What must not come of reading less: that anything looks safer than it is. */
import fc from "fast-check";
import type { Reading, Snapshot } from "../../../src/cluster/index.ts";
import type { KubeObject, Resource } from "../../../src/kubernetes/index.ts";
import { kindNamed, kindOf, kinds, nameKey, refOf } from "../../../src/kubernetes/index.ts";
import type { Diagnosis, OfferedRemedy, Report } from "../../../src/report/index.ts";
import { calledSafer, isLeftOpen, isMeant } from "../../support/meant.ts";
import { snapshotOf } from "../../support/snapshot.ts";
import type { Account } from "./account.ts";
import { keeps, nameOf } from "./account.ts";

/** What was not read. `at`: a place among the objects, whose kind could then only be read by name. */
export type Hidden =
  | { readonly what: "list"; readonly resource: Resource }
  | { readonly what: "namespace"; readonly namespace: string }
  | { readonly what: "object"; readonly at: number };

export const hidden: fc.Arbitrary<Hidden> = fc.oneof(
  fc.record({
    what: fc.constant("list" as const),
    resource: fc.constantFrom(...kinds.map(({ resource }) => resource)),
  }),
  fc.record({ what: fc.constant("object" as const), at: fc.nat(30) }),
  fc.record({ what: fc.constant("namespace" as const), namespace: fc.constantFrom("shop", "kube-system") }),
);

const reason = "Forbidden";

/** The snapshot of these objects without what is hidden. */
export function snapshotWithout(hiding: Hidden, objects: readonly KubeObject[]): Snapshot {
  switch (hiding.what) {
    case "list":
      return snapshotOf(objects, [hiding.resource]);
    case "namespace":
      return withoutNamespace(hiding.namespace, objects);
    case "object":
      return withoutObject(objects[hiding.at % objects.length], objects);
  }
}

/** As a person sees it who may read the other namespaces, and what is in none. */
function withoutNamespace(hiddenOne: string, objects: readonly KubeObject[]): Snapshot {
  const whole = snapshotOf(objects);
  const namespaces = ["shop", "kube-system", "default"].filter((each) => each !== hiddenOne);
  return {
    ...whole,
    readings: whole.readings.flatMap((reading): readonly Reading[] => {
      if (!reading.read || !kindOf(reading.resource).namespaced) return [reading];
      const items = reading.items as unknown as readonly KubeObject[];
      const { resource } = reading;
      const read = namespaces.map((namespace) =>
        readingOf(
          resource,
          { of: "namespace", namespace },
          items.filter(({ metadata }) => metadata.namespace === namespace),
        ),
      );
      const scope = { of: "namespace", namespace: hiddenOne } as const;
      return [...read, { read: false, resource, scope, reason }];
    }),
  };
}

/** As a person sees it who may only get the others of its kind by their names. */
function withoutObject(one: KubeObject | undefined, objects: readonly KubeObject[]): Snapshot {
  const whole = snapshotOf(objects);
  const resource = one && kindNamed(one.apiVersion, one.kind)?.resource;
  if (one === undefined || resource === undefined) return whole;
  const others = objects.filter(
    (each) => each !== one && kindNamed(each.apiVersion, each.kind)?.resource === resource,
  );
  const named = others.map((each) => readingOf(resource, scopeOf(each), [each]));
  return {
    ...whole,
    readings: [
      ...whole.readings.filter((reading) => reading.resource !== resource),
      { read: false, resource, scope: { of: "cluster" }, reason },
      ...named,
    ],
  };
}

function scopeOf({ metadata: { name, namespace } }: KubeObject): Reading["scope"] {
  return { of: "object", name, ...(namespace === undefined ? {} : { namespace }) };
}

function readingOf(resource: Resource, scope: Reading["scope"], objects: readonly KubeObject[]): Reading {
  const items = objects as unknown as Extract<Reading, { read: true }>["items"];
  return { read: true, resource, scope, items };
}

/** The kind that is not wholly read; of a namespace none in particular. */
function resourceOf(hiding: Hidden, objects: readonly KubeObject[]): Resource | undefined {
  switch (hiding.what) {
    case "list":
      return hiding.resource;
    case "namespace":
      return undefined;
    case "object": {
      const one = objects[hiding.at % objects.length];
      return one && kindNamed(one.apiVersion, one.kind)?.resource;
    }
  }
}

/** Safer first. What could not be told is as grave as what stands still. */
const gravity: Record<Diagnosis["verdict"]["category"], number> = {
  healthy: 0,
  waiting: 1,
  blocked: 2,
  stuck: 2,
  unknown: 2,
};
const endangered: readonly string[] = ["destroyed", "leaked", "exposed", "unknown"];
const reassuring: readonly string[] = ["kept", "none"];

/** What the report of less reading calls safer than that of more, of the same object. */
export function saferWith(hiding: Hidden, whole: Account, less: Account): readonly string[] {
  const resource = resourceOf(hiding, whole.objects);
  return [...less.diagnoses].flatMap(([key, partial]) => {
    const full = whole.diagnoses.get(key);
    if (full === undefined) return [];
    const isForgiven = resource !== undefined && isMeant(full, resource);
    // A pod is told of data only while something holds it: that is forgiven with the rest. No other data is.
    if (isForgiven && full.object.kind === "Pod") return [];
    const said = isForgiven ? dataSaferIn(full, partial) : saferIn(full, partial, less.report, resource);
    return said.map((each) => `${nameOf(full.object)}: ${each}`);
  });
}

function saferIn(
  full: Diagnosis,
  partial: Diagnosis,
  report: Report,
  resource: Resource | undefined,
): readonly string[] {
  const isOpen = resource !== undefined && isLeftOpen(full, resource, report.unread);
  const isSafer = gravity[partial.verdict.category] < gravity[full.verdict.category] && !isOpen;
  return [
    ...(isSafer
      ? [
          `${full.verdict.category} (${full.verdict.reason}) became ${partial.verdict.category} (${partial.verdict.reason})`,
        ]
      : []),
    ...dataSaferIn(full, partial),
    ...remediesSaferIn(full, partial),
  ];
}

function dataSaferIn(full: Diagnosis, partial: Diagnosis): readonly string[] {
  const [before, after] = [full.fate?.data ?? "none", partial.fate?.data ?? "none"];
  return endangered.includes(before) && reassuring.includes(after) ? [`${before} became ${after}`] : [];
}

const labels: readonly OfferedRemedy["safety"][] = ["safe", "risky", "loses-data"];
const wordsOf = ({ name, commands }: OfferedRemedy) => JSON.stringify([name, commands]);

/** What only looks somewhere is the same step wherever that is: where to look is told as far as it was read. */
function isSame(one: OfferedRemedy, other: OfferedRemedy): boolean {
  if (wordsOf(one) === wordsOf(other)) return true;
  return one.name === other.name && [one, other].every(onlyLooks);
}

function onlyLooks({ commands, fix, does }: OfferedRemedy): boolean {
  const looks = commands.every(({ argv }) => ["get", "describe", "logs"].includes(argv[1] ?? ""));
  return looks && fix === undefined && does === undefined;
}

/** What only keeps the data, or only looks, may be told whenever less is known. */
function isHarmless(remedy: OfferedRemedy): boolean {
  return remedy.safety === "safe" && (keeps(remedy) || remedy.fix === undefined);
}

/** The step that was proposed is called graver now: the next one takes its place, with the label that it had. */
function isFirstGraver(full: Diagnosis, partial: Diagnosis): boolean {
  const [first] = full.remedies.filter(({ primary }) => primary);
  return (
    first !== undefined &&
    partial.remedies.some(
      (now) => isSame(now, first) && labels.indexOf(now.safety) > labels.indexOf(first.safety),
    )
  );
}

function remediesSaferIn(full: Diagnosis, partial: Diagnosis): readonly string[] {
  const isNext = isFirstGraver(full, partial);
  return partial.remedies.flatMap((remedy) => {
    const known = full.remedies.filter((each) => isSame(each, remedy));
    const words = wordsOf(remedy);
    const isSafer = known.some(({ safety }) => labels.indexOf(remedy.safety) < labels.indexOf(safety));
    if (isSafer) return [`${known[0]?.safety} became ${remedy.safety}: ${words}`];
    if (isHarmless(remedy)) return [];
    if (known.length === 0 && remedy.safety === "safe") return [`offered as safe: ${words}`];
    const wasOffered = known.some(({ safety, primary }) => primary || safety === "safe" || isNext);
    const isProposed = remedy.primary && remedy.spares === undefined;
    return isProposed && !wasOffered ? [`proposed, and ${remedy.safety}: ${words}`] : [];
  });
}

/** What an audit of less reading leaves out without saying so, or calls safer. */
export function unsaidIn(whole: Report, less: Report): readonly string[] {
  const keyOf = ({ code, subject }: Report["findings"][number]) => `${code} ${nameKey(refOf(subject))}`;
  const found = new Set(less.findings.map(keyOf));
  const silenced = new Set(less.silenced.map(({ code }) => code));
  return [
    ...whole.findings
      .filter((finding) => !found.has(keyOf(finding)) && !silenced.has(finding.code))
      .map(({ code, subject }) => `${code} of ${nameOf(subject)} is lost`),
    ...calledSafer(whole, less).map((each) => `called safer: ${each}`),
  ];
}
