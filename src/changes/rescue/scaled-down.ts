import type { Cluster, Unread } from "../../cluster/index.ts";
import { claimNamed } from "../../controllers/index.ts";
import { unreadPhrase } from "../../define/index.ts";
import type { Phrase } from "../../kubernetes/index.ts";
import { annotationOf, isRecord, nameOf, own, refOf, say, words } from "../../kubernetes/index.ts";
import type { Rescue } from "./rescue.ts";
import type { User } from "./workload.ts";
import { replicasOf, usersOf } from "./workload.ts";

interface ScaledDown {
  readonly told: readonly Phrase[];
  readonly unread: readonly Unread[];
}

/**
 * The workloads that are scaled down, and that this rescue would not start: an earlier run may have stopped them whose record
 * is elsewhere. And what could not be looked at for that.
 */
export function scaledDown({ namespace, pairs, stopped }: Rescue, cluster: Cluster): ScaledDown {
  const { value: found, missed: unread } = cluster.noting(() =>
    pairs.flatMap(({ claim }) => usersOf(namespace.name, claim.name, cluster)),
  );
  const known = stopped.map(({ owner }) => owner.uid);
  const still = found.filter(
    ({ workload, needed }) => replicasOf(workload) < needed && !known.includes(workload.metadata.uid),
  );
  const byWorkload = new Map(still.map((each) => [each.workload.metadata.uid, told(each, namespace.name)]));
  const [first] = unread;
  const notKnown =
    first === undefined
      ? []
      : [
          say`pvguard cannot tell whether a workload that uses the claim was scaled down: ${unreadPhrase(first)}.`,
        ];
  return { told: [...byWorkload.values(), ...notKnown], unread };
}

function told({ workload, claim, needed }: User, namespace: string): Phrase {
  const many = say`${needed} ${words(needed === 1 ? "replica" : "replicas")}`;
  return say`${nameOf(refOf(workload))} would use ${nameOf(claimNamed(namespace, claim))} with ${many} or more, but is scaled to ${replicasOf(workload)}.${changedBy(workload)} This run does not start it. If an earlier rescue stopped it, only the --backup-dir of that run says how many replicas it had. Continue with that folder, or scale it up yourself.${applied(workload)}`;
}

/** pvguard changes workloads in a rescue only. */
function changedBy({ metadata }: User["workload"]): Phrase {
  const entry = metadata.managedFields?.findLast(({ manager }) => manager === "pvguard");
  return entry?.time === undefined ? [] : say` pvguard changed it at ${entry.time}.`;
}

function applied(workload: User["workload"]): Phrase {
  const text = annotationOf(workload, "kubectl.kubernetes.io/last-applied-configuration");
  const replicas = text === undefined ? undefined : replicasIn(text);
  return replicas === undefined
    ? []
    : say` The manifest that was last applied with kubectl says ${replicas}.`;
}

function replicasIn(text: string): number | undefined {
  try {
    const manifest: unknown = JSON.parse(text);
    const spec = isRecord(manifest) ? own(manifest, "spec") : undefined;
    const replicas = isRecord(spec) ? own(spec, "replicas") : undefined;
    return typeof replicas === "number" ? replicas : undefined;
  } catch {
    return undefined;
  }
}
