import type { Node, Pod } from "../kubernetes/index.ts";
import { instant } from "../kubernetes/index.ts";

type Taint = NonNullable<NonNullable<Node["spec"]>["taints"]>[number];
type Toleration = NonNullable<NonNullable<Pod["spec"]>["tolerations"]>[number];

interface Eviction {
  /** How many seconds the pod tolerates its node's taints. */
  readonly after: number;
  /** From when they count, in milliseconds since the epoch. The controller keeps that in memory: a restart begins again. */
  readonly since?: number;
}

/**
 * When does the taint-eviction-controller delete the pod because of its node's taints NoExecute, if it does? A node that is not
 * Ready has one of `node.kubernetes.io/not-ready` and `unreachable`. It is not run forward: there, a deletion ends nothing
 * until the kubelet answers. A pod in which no toleration is recorded is one of another
 * source than an API server, whose admission gives each pod those of five minutes.
 * kubernetes/kubernetes pkg/controller/tainteviction/taint_eviction.go processPodOnNode, getMinTolerationTime;
 * plugin/pkg/admission/defaulttolerationseconds/admission.go Admit, 1.36.
 */
export function evictionOf(pod: Pod, node: Node): Eviction | undefined {
  const taints = (node.spec?.taints ?? []).filter(({ effect }) => effect === "NoExecute");
  const { tolerations } = pod.spec ?? {};
  if (taints.length === 0 || tolerations === undefined) return undefined;
  const used: Toleration[] = [];
  for (const taint of taints) {
    const first = tolerations.find((each) => tolerates(each, taint));
    if (first === undefined) return { after: 0 };
    used.push(first);
  }
  const limits = used.flatMap(({ tolerationSeconds: seconds }) => (seconds === undefined ? [] : [seconds]));
  if (limits.length === 0) return undefined;
  const after = Math.max(0, Math.min(...limits));
  const added = taints.map(({ timeAdded }) => instant(timeAdded));
  const created = instant(pod.metadata.creationTimestamp);
  if (created === undefined || !added.every((at) => at !== undefined)) return { after };
  return { after, since: Math.max(created, Math.min(...added)) };
}

/** kubernetes/api core/v1/toleration.go ToleratesTaint, v0.36. */
function tolerates({ key = "", operator = "", value = "", effect = "" }: Toleration, taint: Taint): boolean {
  if (effect !== "" && effect !== taint.effect) return false;
  if (key !== "" && key !== taint.key) return false;
  const theirs = taint.value ?? "";
  switch (operator) {
    case "":
    case "Equal":
      return value === theirs;
    case "Exists":
      return true;
    case "Lt":
      return isWhole(value) && isWhole(theirs) && Number(theirs) < Number(value);
    case "Gt":
      return isWhole(value) && isWhole(theirs) && Number(theirs) > Number(value);
    default:
      return false;
  }
}

const isWhole = (text: string) => /^-?\d+$/.test(text);
