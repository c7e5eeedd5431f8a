import { sparesData } from "../../src/analysis/label.ts";
import type { Resource } from "../../src/kubernetes/index.ts";
import { nameKey } from "../../src/kubernetes/index.ts";
import type { Diagnosis, Finding, MarkedRemedy, Remedy, Report } from "../../src/report/index.ts";

/**
 * What reading less may do, on purpose: who lives in a namespace that could not be read is told of as if that stayed,
 * though it may be about to go, and be kept from going. A deletion that the server would refuse may then be proposed.
 */
export function isMeant({ holds }: Diagnosis, hidden: Resource): boolean {
  const ofRefusal = [
    "UndeletableInNamespace",
    "UndeletablePodUsesClaim",
    "PodNotYetDeletedWithNamespace",
    "RefuserGone",
  ];
  return hidden === "v1/namespaces" && holds.some(({ reason }) => ofRefusal.includes(reason));
}

const ofPods: readonly string[] = ["pod-of-claim", "pod-of-volume"];

/**
 * What keeps the pods of a Bound claim from starting is told by the pods alone. Where they could not be read, the claim is
 * Bound as far as could be read: the report must then say that they were not. So it is with a pod and its node.
 */
export function isLeftOpen(
  { object, holds, verdict }: Diagnosis,
  hidden: Resource,
  unread: Report["unread"],
): boolean {
  if (hidden === "v1/nodes" && verdict.reason === "NodeOfPodGone")
    return unread.some(({ resource }) => resource === hidden);
  const own = holds.filter(({ held }) => nameKey(held) === nameKey(object));
  const isOfPods = own.every(({ by }) => "wait" in by && ofPods.includes(by.wait));
  return hidden === "v1/pods" && isOfPods && unread.some(({ resource }) => resource === hidden);
}

/** Graver the later. */
const labels: readonly MarkedRemedy["safety"][] = ["safe", "risky", "loses-data"];

/** The remedies that only less reading offers, or calls less grave. */
export function appeared(full: Diagnosis, partial: Diagnosis): readonly string[] {
  const isKnown = (remedy: MarkedRemedy) =>
    full.remedies.some(
      (known) =>
        wordsOf(known) === wordsOf(remedy) && labels.indexOf(known.safety) <= labels.indexOf(remedy.safety),
    );
  return partial.remedies
    .filter((remedy) => !isKnown(remedy) && !isKeeping(full, remedy))
    .map((remedy) => `${remedy.safety} ${wordsOf(remedy)}`);
}

const wordsOf = ({ name, commands }: Remedy) => JSON.stringify([name, commands]);

/** The step that is proposed only for less reading, and is not safe. What else keeps the data may be. */
export function proposed(full: Diagnosis, partial: Diagnosis): readonly string[] {
  const before = full.remedies.filter(({ primary }) => primary).map(wordsOf);
  return partial.remedies
    .filter(
      (remedy) =>
        remedy.primary &&
        !before.includes(wordsOf(remedy)) &&
        remedy.safety !== "safe" &&
        !sparesData(remedy),
    )
    .map((remedy) => `${remedy.safety} ${wordsOf(remedy)}`);
}

/** Of the same findings: what is called safer for less reading. */
export function calledSafer(whole: Report, partial: Report): readonly string[] {
  // Two remedies of one name can have the same commands: the safer one of them counts.
  const gravestFirst = [...labels].reverse();
  const before = new Map(
    whole.findings
      .flatMap(labelsIn)
      .sort(([, a], [, b]) => gravestFirst.indexOf(a) - gravestFirst.indexOf(b)),
  );
  return partial.findings
    .flatMap(labelsIn)
    .filter(([key, label]) => labels.indexOf(label) < labels.indexOf(before.get(key) ?? "safe"))
    .map(([key, label]) => `${label} ${key}`);
}

function labelsIn({ code, subject, remedies }: Finding) {
  return remedies.map((remedy) => [`${code} ${nameKey(subject)} ${wordsOf(remedy)}`, remedy.safety] as const);
}

/** They ask whether something runs, where nothing that was read tells. */
const questions: readonly string[] = ["restart-sidecar", "check-controller"];

/** Where nothing is at stake, or all is lost, only a report that cannot know it says how to keep the data, or to look at the policy first. */
function isKeeping(full: Diagnosis, remedy: MarkedRemedy): boolean {
  const { name, safety, fix, does } = remedy;
  // A question is answered by what was not read, and does nothing.
  if (questions.includes(name) && fix === undefined && does === undefined) return true;
  if (name === "look-at-policy") return safety === "safe";
  // Who cannot see how old the attacher is may wake it, and nothing comes of that.
  if (name === "nudge") return safety === "safe" && full.verdict.reason === "AttacherTooOld";
  const { fate } = full;
  const needsNone = fate === undefined || ["already-gone", "kept", "none"].includes(fate.data);
  return keepsData(remedy) && (needsNone || full.remedies.some(keepsData));
}

/** Of one volume, or of all in a namespace. */
function keepsData({ name, safety }: MarkedRemedy): boolean {
  return safety === "safe" && ["set-retain", "retain-snapshot", "retain-volumes"].includes(name);
}
