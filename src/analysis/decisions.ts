import type { Cluster, Index } from "../cluster/index.ts";
import type { AnyController, Decision } from "../controllers/index.ts";
import type { Resource } from "../kubernetes/index.ts";
import { kindNamed } from "../kubernetes/index.ts";

/** What was asked: about one object, about those with a key, or about a whole kind. */
export type Question =
  | {
      readonly of: "one";
      readonly on: Resource;
      readonly name: string;
      readonly namespace: string | undefined;
    }
  | { readonly of: "key"; readonly index: Index<Resource>; readonly key: string }
  | { readonly of: "kind"; readonly on: Resource };

/** A question, and what is told of its answer: equal for answers that are the same. */
export interface Answered {
  readonly asked: Question;
  readonly answer: string;
}

/** A decision, and all that it rests on besides its object. */
interface Decided {
  readonly decision: Decision;
  readonly answered: readonly Answered[];
}

/** So many decisions are kept in all. */
const most = 30_000;

/** So many of one controller over one object, each for other answers: the volume is Bound, the volume is Released … */
const mostOfOne = 4;

/**
 * Remembers what controllers decided, so that the sandboxes made on one cluster ask again only where an answer that a decision
 * rests on is another one.
 */
export class Decisions {
  readonly #known = new Map<AnyController, Map<string, Decided[]>>();
  #count = 0;

  of(controller: AnyController, key: string): readonly Decided[] {
    return this.#known.get(controller)?.get(key) ?? [];
  }

  keep(controller: AnyController, key: string, decided: Decided): void {
    if (this.#count === most) {
      this.#known.clear();
      this.#count = 0;
    }
    const ofController = this.#known.get(controller) ?? new Map<string, Decided[]>();
    this.#known.set(controller, ofController);
    const before = ofController.get(key) ?? [];
    ofController.set(key, before);
    if (before.length === mostOfOne) before.shift();
    else this.#count += 1;
    before.push(decided);
  }
}

/** Answers as the cluster does, and tells what it is asked. */
export function notingQuestions(cluster: Cluster, tell: (asked: Question) => void): Cluster {
  function hear<R extends Resource>(index: Index<R>, key: string): void {
    tell({ of: "key", index, key });
  }
  return {
    ...cluster,
    get(on, name, namespace) {
      tell({ of: "one", on, name, namespace });
      return cluster.get(on, name, namespace);
    },
    lookup(index, key, scope) {
      hear(index, key);
      return cluster.lookup(index, key, scope);
    },
    walkWith(index, key, scope) {
      hear(index, key);
      return cluster.walkWith(index, key, scope);
    },
    list(on, scope) {
      tell({ of: "kind", on });
      return cluster.list(on, scope);
    },
    walkAll(on, scope) {
      tell({ of: "kind", on });
      return cluster.walkAll(on, scope);
    },
    fact(fact, key) {
      for (const on of fact.from) tell({ of: "kind", on });
      return cluster.fact(fact, key);
    },
    resolve(ref) {
      const kind = kindNamed(ref.apiVersion, ref.kind);
      const namespace = kind?.namespaced ? ref.namespace : undefined;
      if (kind !== undefined) tell({ of: "one", on: kind.resource, name: ref.name, namespace });
      return cluster.resolve(ref);
    },
  };
}
