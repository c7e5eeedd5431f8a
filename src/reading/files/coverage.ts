import type { Scope } from "../../cluster/index.ts";
import type { Resource } from "../../kubernetes/index.ts";
import { kindOf, kinds } from "../../kubernetes/index.ts";
import type { NotRead, ReadHead } from "../snapshot-file/index.ts";
import type { Contents, Damage, Kept } from "./contents.ts";

/** What all files together show, which decides how much one of them tells. */
export interface Together {
  /** The namespaces of which there are objects. */
  readonly namespaces: ReadonlySet<string>;
  /** Those whose claims cannot all be there. */
  readonly withoutSomeClaim: ReadonlySet<string>;
  /** Those that a person says are shown whole; none where nothing was said. */
  readonly said: readonly string[];
}

/** How much of the cluster a file of manifests tells. */
export function coverageOf(
  contents: Contents,
  { namespaces, withoutSomeClaim, said }: Together,
): readonly ReadHead[] {
  if (said.length === 0 && contents.lists === 0 && contents.documents <= 1)
    return contents.objects.map(objectHead);
  const namespaced = namespacedScope(contents, namespaces);
  return resourcesIn(contents).flatMap((resource) => {
    if (!kindOf(resource).namespaced) return headsOf(resource, { of: "cluster" }, contents);
    if (said.length > 0) return headsIn(said, resource, contents);
    if (
      resource !== "v1/persistentvolumeclaims" ||
      namespaced.of !== "cluster" ||
      withoutSomeClaim.size === 0
    )
      return headsOf(resource, namespaced, contents);
    // Of the namespaces that the files themselves disprove, only the claims that are there were read.
    const shown = [...namespacesOf(contents)].filter((namespace) => !withoutSomeClaim.has(namespace));
    return headsIn(shown, resource, contents);
  });
}

function resourcesIn({ objects, listed, damage }: Contents): readonly Resource[] {
  const damaged = damage.flatMap(({ resource }) => resource ?? []);
  return [...new Set([...objects.map(({ resource }) => resource), ...listed, ...damaged])];
}

/** The kind was read in these namespaces, and elsewhere only the objects that are there. */
function headsIn(shown: readonly string[], resource: Resource, contents: Contents): readonly ReadHead[] {
  const wholly = new Set(shown);
  const others = contents.objects.filter(
    (kept) => kept.resource === resource && !wholly.has(kept.object.metadata.namespace ?? ""),
  );
  return [
    { read: false, resource, scope: { of: "cluster" }, reason: "NotCollected" },
    ...shown.flatMap((namespace) => headsOf(resource, { of: "namespace", namespace }, contents)),
    ...others.map(objectHead),
  ];
}

/** A Bound volume names its claim: where that is not among the objects, the claims of its namespace were not all read. */
export function namespacesWithoutSomeClaim(objects: readonly Kept[]): ReadonlySet<string> {
  const nameOf = (namespace = "", name = "") => `${namespace}/${name}`;
  const claims = new Set(
    objects
      .filter(({ resource }) => resource === "v1/persistentvolumeclaims")
      .map(({ object }) => nameOf(object.metadata.namespace, object.metadata.name)),
  );
  const missing = objects.flatMap(({ object }) => {
    if (object.kind !== "PersistentVolume") return [];
    const { spec, status } = object;
    const { namespace, name } = spec?.claimRef ?? {};
    const isThere = status?.phase !== "Bound" || claims.has(nameOf(namespace, name));
    return isThere || namespace === undefined ? [] : [namespace];
  });
  return new Set(missing);
}

/** kubectl does not say whether it listed one namespace or all of them, so one namespace alone proves only itself. */
function namespacedScope(contents: Contents, elsewhere: ReadonlySet<string>): Scope {
  const here = namespacesOf(contents);
  const [first, ...others] = here.size > 0 ? here : elsewhere;
  return first !== undefined && others.length === 0
    ? { of: "namespace", namespace: first }
    : { of: "cluster" };
}

/** The namespaces in which this file has, or should have, objects. */
export function namespacesOf({ objects, damage }: Pick<Contents, "objects" | "damage">): ReadonlySet<string> {
  const named = [
    ...objects.map(({ object }) => object.metadata.namespace),
    ...damage.map((item) => item.namespace),
  ];
  return new Set(named.filter((namespace) => namespace !== undefined));
}

/** That a scope was read, less what is damaged in it. */
export function headsOf(
  resource: Resource,
  scope: Scope,
  contents: Pick<Contents, "objects" | "damage">,
): readonly ReadHead[] {
  const damage = contents.damage.filter((item) => item.resource === undefined || item.resource === resource);
  const [first] = damage.filter(
    ({ namespace }) => namespace === undefined || scope.of !== "namespace" || scope.namespace === namespace,
  );
  if (first === undefined) return [{ read: true, resource, scope }];
  const unread = (where: Scope, { detail }: Damage): ReadHead => ({
    read: false,
    resource,
    scope: where,
    reason: "Unavailable",
    detail,
  });
  const whole = damage.filter(({ namespace }) => namespace === undefined);
  if (scope.of !== "cluster" || whole.length > 0 || !kindOf(resource).namespaced) {
    const objects = contents.objects.filter((kept) => kept.resource === resource);
    return [unread(scope, first), ...objects.map(objectHead)];
  }
  const broken = new Map(damage.map((item) => [item.namespace, item]));
  const sound = [...namespacesOf(contents)].filter((namespace) => !broken.has(namespace));
  return [
    unread(scope, first),
    ...[...broken].map(([namespace = "", item]) => unread({ of: "namespace", namespace }, item)),
    ...sound.map((namespace): ReadHead => ({ read: true, resource, scope: { of: "namespace", namespace } })),
  ];
}

/** Everything but what is named was read: a hand-made file says so of itself. */
export function coverageButFor(notRead: readonly NotRead[], contents: Contents): readonly ReadHead[] {
  return kinds.flatMap(({ resource }) => {
    const gaps = notRead.filter((gap) => gap.resource === resource);
    const whole = gaps.find(({ namespace }) => namespace === undefined);
    const [first] = gaps;
    if (whole !== undefined)
      return [{ read: false, resource, scope: { of: "cluster" }, reason: whole.reason }];
    if (first === undefined) return headsOf(resource, { of: "cluster" }, contents);
    const hidden = new Map(gaps.map(({ namespace, reason }) => [namespace, reason]));
    const seen = [...allNamespaces(contents)].filter((namespace) => !hidden.has(namespace));
    return [
      { read: false, resource, scope: { of: "cluster" }, reason: first.reason },
      ...[...hidden].map(
        ([namespace = "", reason]): ReadHead => ({
          read: false,
          resource,
          scope: { of: "namespace", namespace },
          reason,
        }),
      ),
      ...seen.flatMap((namespace) => headsOf(resource, { of: "namespace", namespace }, contents)),
    ];
  });
}

function allNamespaces(contents: Contents): ReadonlySet<string> {
  const objects = contents.objects.filter(({ resource }) => resource === "v1/namespaces");
  return new Set([...namespacesOf(contents), ...objects.map(({ object }) => object.metadata.name)]);
}

/** Is this object one that the file says is not told? */
export function isHidden({ resource, object }: Kept, notRead: readonly NotRead[]): boolean {
  return notRead.some(
    (gap) =>
      gap.resource === resource &&
      (gap.namespace === undefined || gap.namespace === object.metadata.namespace),
  );
}

export function objectHead({ resource, object }: Kept): ReadHead {
  const { name, namespace } = object.metadata;
  return {
    read: true,
    resource,
    scope: { of: "object", name, ...(namespace === undefined ? {} : { namespace }) },
  };
}
