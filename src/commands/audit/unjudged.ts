import {
  type AuditReport,
  type Finding,
  isTerminating,
  type KubeObject,
  nameKey,
  type PersistentVolume,
  type PersistentVolumeClaim,
  refOf,
  type Snapshot,
  secondsSince,
  type Unjudged,
} from "../../model/index.ts";
import { inNamespace } from "../everything.ts";

/**
 * Claims and volumes of an input that are stuck for all to see, and of which no rule found anything while some rules could
 * not look everywhere. Where all of them could, their silence counts.
 *
 * @param olderThan seconds: what is being deleted for less is not stuck
 * @param report what the rules found, before anything is left out of it
 */
export function unjudgedIn(
  { readings, takenAt }: Snapshot,
  { findings, silenced }: Pick<AuditReport, "findings" | "silenced">,
  namespace: string | undefined,
  olderThan: number,
): readonly Unjudged[] {
  if (silenced.length === 0) return [];
  const objects = readings.flatMap((reading): readonly KubeObject[] =>
    reading.read ? [...reading.items] : [],
  );
  const now = Date.parse(takenAt);
  const isNew = ({ metadata }: KubeObject) =>
    (secondsSince(metadata.deletionTimestamp, now) ?? Number.POSITIVE_INFINITY) < olderThan;
  return withoutTold(
    inNamespace(objects, namespace).flatMap((object) => {
      const state = isNew(object) ? undefined : stuckState(object);
      return state === undefined ? [] : [{ object: refOf(object), state }];
    }),
    findings,
  );
}

/** Each object once, and none that something was found about. */
export function withoutTold(
  unjudged: readonly Unjudged[],
  findings: readonly Finding[],
): readonly Unjudged[] {
  const told = new Set(findings.map(({ subject }) => nameKey(subject)));
  const each = new Map(unjudged.map((one) => [nameKey(one.object), one]));
  return [...each].flatMap(([key, one]) => (told.has(key) ? [] : [one]));
}

function stuckState(object: KubeObject): string | undefined {
  switch (object.kind) {
    case "PersistentVolumeClaim": {
      const phase = (object as PersistentVolumeClaim).status?.phase;
      return isTerminating(object) ? "Terminating" : phase === "Lost" ? phase : undefined;
    }
    case "PersistentVolume": {
      const phase = (object as PersistentVolume).status?.phase;
      if (isTerminating(object)) return "Terminating";
      return phase === "Failed" || phase === "Released" ? phase : undefined;
    }
    default:
      return undefined;
  }
}
