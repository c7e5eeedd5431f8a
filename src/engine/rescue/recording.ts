import type { Cluster, Found, Index, Listed, Resource, Scope, Unread, Walked } from "../../model/index.ts";

/** A cluster that remembers what it could not answer. A decision that is made with it is then thrown away. */
interface Recording {
  readonly cluster: Cluster;
  readonly unread: readonly Unread[];
}

export function recording(base: Cluster): Recording {
  const unread: Unread[] = [];

  function found<T>(answer: Found<T>): Found<T> {
    if (answer.state === "unread") unread.push(answer.unread);
    return answer;
  }

  function listed<T>(answer: Listed<T>): Listed<T> {
    if (!answer.read) unread.push(answer.unread);
    return answer;
  }

  function walked<T>(answer: Walked<T>): Walked<T> {
    if (!answer.read) unread.push(answer.unread);
    return answer;
  }

  const cluster: Cluster = {
    now: base.now,
    get: <R extends Resource>(resource: R, name: string, namespace?: string) =>
      found(base.get(resource, name, namespace)),
    lookup: <R extends Resource>(index: Index<R>, key: string, scope: Scope) =>
      listed(base.lookup(index, key, scope)),
    list: <R extends Resource>(resource: R, scope: Scope) => listed(base.list(resource, scope)),
    walkWith: <R extends Resource>(index: Index<R>, key: string, scope: Scope) =>
      walked(base.walkWith(index, key, scope)),
    walkAll: <R extends Resource>(resource: R, scope: Scope) => walked(base.walkAll(resource, scope)),
    serves: (resource) => base.serves(resource),
    fact: (fact, key) => fact.workOut(key, cluster),
    resolve(ref) {
      const answer = base.resolve(ref);
      return answer === undefined ? undefined : found(answer);
    },
    otherOwner: (ref) => base.otherOwner(ref),
    missed: () => base.missed(),
  };
  return { unread, cluster };
}

/** The object, or `undefined`: an unread one is on record. */
export function object<T>(answer: Found<T>): T | undefined {
  return answer.state === "found" ? answer.object : undefined;
}

/** The objects, or none: an unread list is on record. */
export function objects<T>(answer: Listed<T>): readonly T[] {
  return answer.read ? answer.items : [];
}
