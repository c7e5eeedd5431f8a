import type { Cluster } from "../cluster/index.ts";
import { objectOf } from "../cluster/index.ts";
import type { Basis } from "../define/index.ts";
import { pageOf } from "../define/index.ts";
import type { KubeObject, ObjectRef } from "../kubernetes/index.ts";
import { nameKey, nameOf, refOf, say, singularOf } from "../kubernetes/index.ts";
import type { Cause, Finding, Holder } from "../report/index.ts";

/** What a rule says of what it found. */
interface CauseFound {
  readonly code: string;
  /** The root cause that the rule knows of. */
  readonly holder?: Holder;
  readonly reason?: string;
  readonly storageClass?: string;
}

/**
 * What one action ends, or one decision. Pods of one owner are one cause, and so is what one rule finds left behind in one
 * storage class.
 */
export function causeOf(object: KubeObject, found: CauseFound, { cluster, knowledge }: Basis): Cause {
  const title = found.reason === undefined ? undefined : pageOf(found.reason, knowledge)?.title;
  return { ...causeIn(object, found, cluster), ...(title === undefined ? {} : { title }) };
}

function causeIn(
  object: KubeObject,
  { code, holder, reason, storageClass }: CauseFound,
  cluster: Cluster,
): Cause {
  if (holder !== undefined && "driver" in holder) return ofParty("driver", holder.driver, reason);
  if (holder !== undefined && "controller" in holder) return ofParty("controller", holder.controller, reason);
  const behind = holderObject(holder);
  if (behind === undefined && isCleanUp(code)) return { id: [code, storageClass ?? ""].join("/") };
  return ofObject(behind ?? refOf(object), object, cluster);
}

/** What is left behind, and harms nothing that runs: 3xx. */
function isCleanUp(code: string): boolean {
  return code.startsWith("PVG3");
}

function ofParty(kind: "driver" | "controller", name: string, reason = ""): Cause {
  return { id: [kind, name, reason].join("/"), name: say`${name}` };
}

function holderObject(holder: Holder | undefined): ObjectRef | undefined {
  if (holder === undefined) return undefined;
  if ("object" in holder) return holder.object;
  return "missing" in holder ? holder.missing : undefined;
}

/** A pod stands for all pods of its owner. Only what is known already is asked: who the owner is changes no verdict. */
function ofObject(ref: ObjectRef, judged: KubeObject, cluster: Cluster): Cause {
  const pod = ref.kind === "Pod" ? podOf(ref, judged, cluster) : undefined;
  const owner = pod?.metadata.ownerReferences?.find(({ controller }) => controller === true);
  const { namespace } = ref;
  const { apiVersion, kind, name } = owner ?? {};
  const of: ObjectRef =
    apiVersion === undefined || kind === undefined || name === undefined
      ? ref
      : { apiVersion, kind, name, ...(namespace === undefined ? {} : { namespace }) };
  return { id: [singularOf(of), of.namespace ?? "", of.name].join("/"), name: nameOf(of), object: of };
}

function podOf(ref: ObjectRef, judged: KubeObject, cluster: Cluster): KubeObject | undefined {
  if (
    judged.kind === "Pod" &&
    judged.metadata.name === ref.name &&
    judged.metadata.namespace === ref.namespace
  )
    return judged;
  return objectOf(cluster.get("v1/pods", ref.name, ref.namespace));
}

/** More than this lie between nothing and its cause. */
const longestChain = 20;

/**
 * The findings, each with the cause behind its cause: what holds a claim can itself be held by what another finding is about.
 * Of causes in a circle the first by name stands for all.
 */
export function withRootCauses(findings: readonly Finding[]): readonly Finding[] {
  const behind = new Map<string, Cause>();
  for (const { subject, cause } of findings) {
    const key = nameKey(subject);
    const isOwn = cause.object !== undefined && nameKey(cause.object) === key;
    if (cause.name !== undefined && !isOwn && !behind.has(key)) behind.set(key, cause);
  }
  return findings.map((finding) => {
    const root = rootOf(finding, behind);
    const { title } = finding.cause;
    return root === finding.cause
      ? finding
      : { ...finding, cause: { ...root, ...(title === undefined ? {} : { title }) } };
  });
}

function rootOf({ cause }: Finding, behind: ReadonlyMap<string, Cause>): Cause {
  const met = [cause];
  for (let at = cause; met.length < longestChain; ) {
    const next = at.object === undefined ? undefined : behind.get(nameKey(at.object));
    if (next === undefined) return at;
    const circle = met.findIndex(({ id }) => id === next.id);
    if (circle >= 0) return met.slice(circle).reduce((first, each) => (each.id < first.id ? each : first));
    met.push(next);
    at = next;
  }
  return cause;
}
