import { finalizerNames } from "../../controllers/index.ts";
import type { AnyObject, OtherObject, OtherStatus, Phrase } from "../../kubernetes/index.ts";
import { isTerminating, join, say, words } from "../../kubernetes/index.ts";
import type { Evidence } from "../../report/index.ts";
import { proof } from "../../report/index.ts";

type Condition = NonNullable<OtherStatus["conditions"]>[number];

/** More than this are counted: an operator can list its whole history. */
const mostConditions = 3;

/** What an owner says of its own state; and of one that is being deleted, which finalizers it still has. */
export function whatItWaitsFor(owner: AnyObject | OtherObject): {
  readonly words: Phrase;
  readonly evidence: readonly Evidence[];
} {
  const finalizers = isTerminating(owner)
    ? (owner.metadata.finalizers ?? []).filter((finalizer) => !ofCollector.includes(finalizer))
    : [];
  const status = isOther(owner) ? owner.status : undefined;
  const conditions = (status?.conditions ?? []).filter(isTrouble);
  const told = conditions.slice(0, mostConditions);
  const parts = [
    ...(finalizers.length === 0
      ? []
      : [
          say`the owner still has the ${words(finalizers.length === 1 ? "finalizer" : "finalizers")} ${finalizers.join(", ")}`,
        ]),
    ...(status?.phase === undefined ? [] : [say`the phase of the owner is ${status.phase}`]),
    ...told.map(conditionWords),
    ...(conditions.length > told.length
      ? [say`${conditions.length - told.length} more conditions of the owner are not as they should be`]
      : []),
  ];
  return {
    words: parts.length === 0 ? [] : say`; ${join(parts, "; ")}`,
    evidence: [
      ...finalizers.map((finalizer) => proof(owner, "metadata.finalizers", finalizer)),
      ...(status?.phase === undefined ? [] : [proof(owner, "status.phase", status.phase)]),
      ...told.map(({ type, status: is }) => proof(owner, `status.conditions[${type}].status`, is)),
    ],
  };
}

/** The garbage collector's own. */
const ofCollector: readonly string[] = [finalizerNames.foregroundDeletion, finalizerNames.orphanDependents];

/** What Kubernetes' own kinds say of themselves has entries of its own. */
function isOther(owner: AnyObject | OtherObject): owner is OtherObject {
  return owner.apiVersion.split("/")[0]?.includes(".") === true && !owner.apiVersion.includes("k8s.io/");
}

/** Types whose True is bad news: of others, False is. Kubernetes API conventions, typical status properties. */
const badNews = /fail|error|degrad|stall|block|delet|terminat|remain|pending|reconciling|progressing|^not/i;

function isTrouble({ type, status, reason, message }: Condition): boolean {
  if (status === undefined || (reason === undefined && message === undefined)) return false;
  return badNews.test(type) ? status === "True" : status !== "True";
}

function conditionWords({ type, status, reason, message }: Condition): Phrase {
  const because = reason === undefined ? [] : say` (${reason})`;
  return say`the condition ${type} of the owner is ${status ?? "unknown"}${because}${message === undefined ? [] : say`: ${message}`}`;
}
