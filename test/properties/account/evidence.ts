/** Is what a hold rests on in the snapshot, at the path and with the value that it names? */

import type { KubeObject } from "../../../src/kubernetes/index.ts";
import { kindNamed } from "../../../src/kubernetes/index.ts";
import type { Evidence, Hold } from "../../../src/report/index.ts";
import type { Account } from "./account.ts";

/** What is wrong with a piece of evidence; `undefined` where nothing is. */
export function falseIn(evidence: Evidence, { cluster, objects }: Account): string | undefined {
  const { about, path, observed, verdict } = evidence;
  const told = `${about.kind} ${about.name}: ${path}: ${observed}`;
  const resource = kindNamed(about.apiVersion, about.kind)?.resource;
  if (resource === undefined || verdict === "unread") return undefined;
  const found = cluster.get(resource, about.name, about.namespace);
  if (found.state === "unread") return `${told}, and it was not read`;
  // How an object was last changed, and that it does not exist, is no field of it.
  if (path === "metadata") return undefined;
  if (path.startsWith("count(")) return countedAs(evidence, objects) ? undefined : `${told}, and there are`;
  if (path === "event") return isTold(evidence, objects) ? undefined : `${told}, and no event says so`;
  if (found.state === "absent") return observed === null ? undefined : `${told}, and it does not exist`;
  const values = valuesAt(found.object, partsOf(path));
  return values.some((value) => shows(value, observed))
    ? undefined
    : `${told}, and it is ${JSON.stringify(values)}`;
}

/** What a cause rests on that was looked for and not found, counted without pvguard's own indexes. */
function countedAs({ about, path, observed }: Evidence, objects: readonly KubeObject[]): boolean {
  const finalizers = objects.find((each) => isOf(each, about))?.metadata.finalizers ?? [];
  const found = objects.filter((object) => belongs(object, { about, path, finalizers }));
  return found.length === observed;
}

function isOf({ kind, metadata }: KubeObject, about: Evidence["about"]): boolean {
  return kind === about.kind && metadata.name === about.name && metadata.namespace === about.namespace;
}

interface Counted extends Pick<Evidence, "about" | "path"> {
  /** Of what it is about. */
  readonly finalizers: readonly string[];
}

const inNamespaces: readonly string[] = ["Pod", "PersistentVolumeClaim", "VolumeSnapshot"];

function belongs(object: KubeObject, { about, path, finalizers }: Counted): boolean {
  const { metadata } = object;
  const named = /^count\(pods named \*(.+)\*\)$/.exec(path)?.[1];
  if (named !== undefined) return object.kind === "Pod" && metadata.name.includes(named);
  switch (path) {
    case "count(leases of its attacher)":
      return object.kind === "Lease" && metadata.name.startsWith("external-attacher-leader-");
    case "count(nodes)":
      return object.kind === "Node";
    case "count(pods, claims, snapshots)":
      return inNamespaces.includes(object.kind) && metadata.namespace === about.name;
    case "count(dependents with blockOwnerDeletion)":
      return (metadata.ownerReferences ?? []).some(
        ({ uid, blockOwnerDeletion }) => uid === about.uid && blockOwnerDeletion === true,
      );
    case "count(CSI drivers of this finalizer)":
      return (
        object.kind === "CSIDriver" &&
        finalizers.includes(`external-attacher/${metadata.name.replaceAll(/[^a-z0-9]/g, "-")}`)
      );
    case "count(claims that are being restored from it)":
      return (
        object.kind === "PersistentVolumeClaim" &&
        metadata.namespace === about.namespace &&
        object.status?.phase === "Pending" &&
        object.spec?.dataSource?.kind === about.kind &&
        object.spec.dataSource.name === about.name
      );
    default:
      throw new Error(`no check of ${path}`);
  }
}

interface Told {
  readonly involvedObject?: { readonly kind?: string; readonly name?: string };
  readonly message?: string;
  readonly reason?: string;
}

function isTold({ about, observed }: Evidence, objects: readonly KubeObject[]): boolean {
  const events = objects.filter(({ kind }) => kind === "Event") as unknown as readonly Told[];
  const own = events.filter(({ involvedObject: of }) => of?.kind === about.kind && of.name === about.name);
  const text = String(observed);
  const none = /^no (\S+)$/.exec(text)?.[1];
  return none === undefined
    ? own.some(({ message = "" }) => message === text)
    : !own.some(({ reason }) => reason === none);
}

/** `spec.volumes[0]`, `status.conditions[Ready].lastTransitionTime`, `metadata.annotations["a.b/c"]`. */
function partsOf(path: string): readonly string[] {
  return [...path.matchAll(/\[("?)(.*?)\1\]|([^.[\]]+)/g)].map(([, , key, field]) => key ?? field ?? "");
}

/** What is there; of a list, what its place, its type or its name is. */
function valuesAt(value: unknown, parts: readonly string[]): readonly unknown[] {
  const [first, ...rest] = parts;
  if (first === undefined) return [value];
  if (Array.isArray(value)) {
    const items = value as readonly unknown[];
    const at = /^\d+$/.test(first) ? [items[Number(first)]] : items.filter((item) => isNamed(item, first));
    return at.length === 0 ? [undefined] : at.flatMap((item) => valuesAt(item, rest));
  }
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, first)) return [undefined];
  return valuesAt((value as Readonly<Record<string, unknown>>)[first], rest);
}

function isNamed(item: unknown, name: string): boolean {
  const { type, name: called } = item as { readonly type?: unknown; readonly name?: unknown };
  return type === name || called === name;
}

/** A list shows what it has; what has fields shows what they have, and what they are called. */
function shows(value: unknown, observed: Evidence["observed"]): boolean {
  const without = /^no (\S+)$/.exec(String(observed))?.[1];
  if (without !== undefined) return !leavesOf(value ?? {}).includes(without);
  if (value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0))
    return observed === null || observed === "" || observed === false;
  if (value === observed || (typeof value !== "object" && String(value) === String(observed))) return true;
  // The tag of an image; or the value, and what follows from it.
  if (typeof value === "string" && value.endsWith(`:${observed}`)) return true;
  if (typeof value === "string" && String(observed).startsWith(`${value}: `)) return true;
  if (typeof observed !== "string" || typeof value !== "object") return false;
  const leaves = leavesOf(value);
  const isOwner = /^[A-Z]\w+\/\S+$/.test(observed);
  const parts = observed.split(isOwner ? "/" : /, ?|=/);
  return parts.every((part) => leaves.includes(part)) || isCondition(value, observed);
}

function isCondition(value: object, observed: string): boolean {
  const { status } = value as { readonly status?: unknown };
  if (typeof status !== "string") return false;
  return (
    observed === status ||
    (observed === "not True" && status !== "True") ||
    leavesOf(value).includes(observed)
  );
}

function leavesOf(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [String(value)];
  return Object.entries(value).flatMap(([key, each]) => [key, ...leavesOf(each)]);
}

/** Does the API not state it: that a controller or a driver does not act, that a thing is missing? */
export function isInferred({ holder, category }: Hold): boolean {
  return category !== "unknown" && ("controller" in holder || "driver" in holder || "missing" in holder);
}
