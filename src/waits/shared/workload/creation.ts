import type { Cluster } from "../../../cluster/index.ts";
import { claimNamed, podNamed } from "../../../controllers/index.ts";
import type { FoundHold, ReasonPage } from "../../../define/index.ts";
import { blocked, couldNotRead, waiting } from "../../../define/index.ts";
import type { CreationFailure, RefusedBy } from "../../../evidence/index.ts";
import { refuserOf } from "../../../evidence/index.ts";
import type { KubeObject, ObjectRef, Phrase } from "../../../kubernetes/index.ts";
import { nameOf, say, words } from "../../../kubernetes/index.ts";
import type { Holder } from "../../../report/index.ts";
import { hint } from "../../../report/index.ts";

type CreationReason = keyof typeof creationReasons;

/** What the controller of a workload could not create, and who refused it. */
export function notCreated(
  workload: KubeObject,
  failure: CreationFailure,
  cluster: Cluster,
): readonly FoundHold<CreationReason | "CouldNotRead">[] {
  const { namespace = "" } = workload.metadata;
  const { refusedBy, error, message } = failure;
  const resource = failure.claim === undefined ? "v1/pods" : "v1/persistentvolumeclaims";
  const request = { operation: "CREATE", resource, namespace } as const;
  const by = refusedBy.is === "admission" ? refuserOf(refusedBy.refusal, request, cluster) : {};
  const hold: FoundHold<CreationReason> = {
    reason: by.over === undefined ? reasonFor(refusedBy) : "CreationRetried",
    holder: by.holder ?? holderFor(refusedBy, workload),
    isRoot: true,
    message:
      by.over === undefined
        ? say`${whatOf(failure, namespace)} cannot be created: ${error}${by.undecided === undefined ? [] : say`; ${by.undecided}`}`
        : say`${whatOf(failure, namespace)} could not be created: ${error}; ${by.over}, and ${controllerFor(workload)} tries again`,
    evidence: [hint(workload, "event", message)],
  };
  return by.unread === undefined ? [hold] : [hold, couldNotRead(by.unread)];
}

/** The claim, where the error is about one; of pods with generated names none is named. */
function whatOf({ claim, pod }: CreationFailure, namespace: string): Phrase {
  if (claim !== undefined) return nameOf(claimNamed(namespace, claim));
  return pod === undefined ? words("a pod") : nameOf(podNamed(namespace, pod));
}

function reasonFor(refusedBy: RefusedBy): CreationReason {
  switch (refusedBy.is) {
    case "quota":
      return "CreationExceedsQuota";
    case "limit-range":
      return "CreationOutsideLimits";
    case "admission":
    case "pod-security":
      return "CreationRefused";
    case "permissions":
    case "old-claim":
    case "unknown":
      return "CreationFails";
  }
}

function holderFor(refusedBy: RefusedBy, workload: KubeObject): Holder {
  switch (refusedBy.is) {
    case "quota":
      return { object: resourceQuota(workload.metadata.namespace ?? "", refusedBy.quota) };
    case "limit-range":
    case "pod-security":
      return { person: "administrator" };
    case "admission":
    case "permissions":
    case "old-claim":
    case "unknown":
      return { controller: controllerFor(workload) };
  }
}

function controllerFor({ kind }: KubeObject): string {
  return controllers[kind] ?? "kube-controller-manager";
}

function resourceQuota(namespace: string, name: string): ObjectRef {
  return { apiVersion: "v1", kind: "ResourceQuota", namespace, name };
}

const controllers: Readonly<Record<string, string>> = {
  StatefulSet: "statefulset-controller",
  ReplicaSet: "replicaset-controller",
  DaemonSet: "daemonset-controller",
  Job: "job-controller",
};

export const creationReasons = {
  CreationExceedsQuota: blocked("A quota of the namespace does not allow what the workload must create", {
    what: "The controller of the workload could not create a claim or a pod. The API server refused it because of a ResourceQuota, as an event says.",
    why: "The claims and pods that exist already use what the quota allows. Claims that no pod uses count too. A quota can also demand that each pod says what it requests.",
    whatToDo:
      "A person must raise the quota, or delete what is no longer needed, or let the workload ask for less: `kubectl describe resourcequota -n NAMESPACE` shows what is used. The controller tries again by itself. Do not delete a claim for this before its data is verified as not needed.",
  }),
  CreationOutsideLimits: blocked("A LimitRange does not allow the size of what the workload must create", {
    what: "The controller of the workload could not create a claim or a pod, because it asks for more or less than a LimitRange of the namespace allows.",
    why: "The API server compares each new claim and pod with the LimitRanges of the namespace. Those that exist already are not compared.",
    whatToDo:
      "A person must change the LimitRange, or the size in the template: `kubectl describe limitrange -n NAMESPACE`. The claim templates of a StatefulSet cannot be changed: delete the set with `--cascade=orphan`, so that its pods and claims are kept, and create it again with the new size.",
  }),
  CreationRefused: blocked("A policy or webhook refuses what the workload must create", {
    what: "The controller of the workload could not create a claim or a pod, because admission refused it. That is a policy, a webhook, or the pod security level of the namespace. A webhook that does not answer can refuse everything.",
    why: "Admission looks at each new object. The workload itself was accepted, since other rules apply to it.",
    whatToDo:
      "A person must change what the message names, or the template of the workload: `kubectl describe` of the workload shows each event whole. Where a webhook did not answer, repair its service. The controller tries again by itself.",
  }),
  CreationRetried: {
    ...waiting("The creation was refused by a webhook or policy that was removed since", {
      what: "The controller of the workload could not create a claim or a pod: an admission webhook or a policy refused it, or the webhook did not answer, as an event says. What refused it no longer exists, or does not cover the request now.",
      why: "The webhook configuration, the policy or its binding was deleted or changed after the event, or labels were. The controller tries again, with pauses that grow to about 17 minutes.",
      whatToDo:
        "Wait for the next attempt, which can take about 17 minutes. If it fails too, `kubectl describe` of the workload shows the new event.",
    }),
    isAdvised: true,
  },
  CreationFails: blocked("The workload's controller cannot create a claim or a pod", {
    what: "The controller of the workload could not create a claim or a pod, and an event quotes the error.",
    why: "What the template asks for is not valid, names something that does not exist, or the controller has not the right to create it.",
    whatToDo:
      "A person must fix what the event names: `kubectl describe` of the workload shows it whole. The controller tries again by itself.",
  }),
} as const satisfies Record<string, ReasonPage>;
