import type { Cluster } from "../cluster/index.ts";
import type { KubeObject, ObjectRef } from "../kubernetes/index.ts";
import { isRecord, kindNamed, nameKey, namesIn } from "../kubernetes/index.ts";
import type { Act, CommandLine, Edit } from "../report/index.ts";
import { kubectl, manifestFile, savingManifest } from "./kubectl.ts";

/**
 * What a person types to do what these acts do.
 *
 * @param saved objects whose manifests are saved right before they are changed or deleted
 */
export function commandsOf(
  acts: readonly Act[],
  cluster: Cluster,
  saved: readonly ObjectRef[] = [],
): readonly CommandLine[] {
  const keys = new Set(saved.map(nameKey));
  return together(acts).flatMap((group) => [
    ...group.filter(({ on }) => keys.has(nameKey(on))).map(({ on }) => savingManifest(on)),
    ...commandsFor(group, cluster),
  ]);
}

type Group = readonly [Act, ...Act[]];

/** One command deletes all objects of one kind and namespace that are deleted one after the other. */
function together(acts: readonly Act[]): readonly Group[] {
  const groups: [Act, ...Act[]][] = [];
  for (const act of acts) {
    const last = groups.at(-1);
    if (last !== undefined && areDeletedTogether(last[0], act)) last.push(act);
    else groups.push([act]);
  }
  return groups;
}

function areDeletedTogether(a: Act, b: Act): boolean {
  const isAlike = a.on.kind === b.on.kind && a.on.namespace === b.on.namespace;
  return a.do === "delete" && b.do === "delete" && a.dependents === b.dependents && isAlike;
}

function commandsFor(group: Group, cluster: Cluster): readonly CommandLine[] {
  const [act] = group;
  switch (act.do) {
    case "delete":
      return [
        {
          argv: [
            "kubectl",
            "delete",
            ...asTyped(act.on, ...group.map(({ on }) => on.name)),
            ...(act.dependents === "orphaned" ? ["--cascade=orphan"] : []),
          ],
        },
      ];
    case "drop-finalizer":
      return [savingManifest(act.on), ...removal(act.on, act.finalizer, cluster)];
    case "edit":
      return edit(act.on, act.edits, cluster);
    case "create":
      return [kubectl`create -f ${manifestFile(act.on)}`];
  }
}

const abbreviations: { readonly [kind: string]: string } = {
  PersistentVolumeClaim: "pvc",
  PersistentVolume: "pv",
};

/** Objects of one kind and namespace, as people type them. */
function asTyped(on: ObjectRef, ...names: readonly string[]): readonly string[] {
  const [, resource = ""] = kubectl`${on}`.argv;
  const isNamespaced = kindNamed(on.apiVersion, on.kind)?.namespaced ?? on.namespace !== undefined;
  return [
    abbreviations[on.kind] ?? resource,
    ...names,
    ...(isNamespaced ? ["-n", on.namespace ?? "default"] : []),
  ];
}

function edit(on: ObjectRef, edits: readonly [Edit, ...Edit[]], cluster: Cluster): readonly CommandLine[] {
  if (edits.every(({ path }) => path.startsWith(annotations))) return [annotating(on, edits)];
  const [added] = edits;
  if (added.path.startsWith(finalizers)) return addition(on, added, cluster);
  return [mergePatch(on, mergedFrom(edits))];
}

const annotations = "/metadata/annotations";
const finalizers = "/metadata/finalizers";

/** What pvguard itself has written before is written over; kubectl refuses what another has. */
function annotating(on: ObjectRef, edits: readonly Edit[]): CommandLine {
  const set = edits.flatMap((each): readonly (readonly [string, unknown])[] => {
    const value = each.op === "remove" ? undefined : each.value;
    if (each.path === annotations) return isRecord(value) ? Object.entries(value) : [];
    return [[namesIn(each.path).at(-1) ?? "", value]];
  });
  const words = set.map(([key, value]) => (value === undefined ? `${key}-` : `${key}=${String(value)}`));
  const isOwn = set.every(([key, value]) => value !== undefined && key.startsWith("pvguard.dev/"));
  return kubectl`annotate ${on} ${[...words, ...(isOwn ? ["--overwrite"] : [])]}`;
}

/** Only built-in kinds can be patched without the type of the patch. */
export function mergePatch(on: ObjectRef, patch: object): CommandLine {
  const isBuiltIn = on.apiVersion === "v1";
  const target = asTyped(on, on.name);
  const type = isBuiltIn ? [] : ["--type=merge"];
  return { argv: ["kubectl", "patch", ...target, ...type, "-p", JSON.stringify(patch)] };
}

/** A merge patch that does the same. RFC 7396. */
function mergedFrom(edits: readonly Edit[]): object {
  const root: { [field: string]: unknown } = {};
  for (const each of edits) {
    const parts = each.path.split("/").slice(1);
    const last = parts.pop() ?? "";
    let at = root;
    for (const part of parts) {
      const inner: { [field: string]: unknown } = isRecord(at[part]) ? { ...at[part] } : {};
      at[part] = inner;
      at = inner;
    }
    at[last] = each.op === "remove" ? null : each.value;
  }
  return root;
}

/** The tests make the API server refuse when the object is another one, or its list has changed. */
function addition(on: ObjectRef, added: Edit, cluster: Cluster): readonly CommandLine[] {
  const found = cluster.resolve(on);
  if (found?.state !== "found") return [];
  const { uid, resourceVersion, finalizers: given = [] } = found.object.metadata;
  const value = added.op === "remove" ? [] : [added.value].flat();
  const change =
    given.length === 0
      ? [
          { op: "test", path: "/metadata/resourceVersion", value: resourceVersion },
          { op: "add", path: finalizers, value },
        ]
      : [
          { op: "test", path: finalizers, value: given },
          ...value.map((name) => ({ op: "add", path: `${finalizers}/-`, value: name })),
        ];
  return [jsonPatch(on, [{ op: "test", path: "/metadata/uid", value: uid }, ...change])];
}

/**
 * The last finalizer is never removed by a patch: the server then deletes by name alone, and can delete an object that
 * has been created again in the meantime. A replacement carries the uid to that deletion too.
 * kubernetes/kubernetes staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go deleteWithoutFinalizers, 1.36.
 */
function removal(on: ObjectRef, finalizer: string, cluster: Cluster): readonly CommandLine[] {
  const found = cluster.resolve(on);
  if (found?.state !== "found") return [];
  if (isLastFinalizer(found.object)) return [kubectl`replace -f ${manifestFile(on)}`];
  const { uid, finalizers: given = [] } = found.object.metadata;
  const path = `${finalizers}/${given.indexOf(finalizer)}`;
  return [
    jsonPatch(on, [
      { op: "test", path: "/metadata/uid", value: uid },
      { op: "test", path, value: finalizer },
      { op: "remove", path },
    ]),
  ];
}

export function isLastFinalizer({ metadata }: KubeObject): boolean {
  return (metadata.finalizers ?? []).length === 1;
}

function jsonPatch(on: ObjectRef, patch: readonly object[]): CommandLine {
  return kubectl`patch ${on} --type=json -p ${JSON.stringify(patch)}`;
}
