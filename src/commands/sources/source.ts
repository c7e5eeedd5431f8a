import type { Demand, Reading, Scope, Snapshot } from "../../cluster/index.ts";
import type { Client } from "../../connection/http/client.ts";
import type { KubeObject, ObjectRef, RawObject, Resource } from "../../kubernetes/index.ts";
import type { OwnersRead, PodsOrder, TypeName, TypeNamed } from "../../reading/live/index.ts";

/** Which objects of one kind a person means. */
export interface Query {
  readonly resource: Resource;
  /** `undefined`: in every namespace, or of a kind without namespaces. */
  readonly namespace: string | undefined;
  readonly name?: string;
  readonly labels?: string;
  readonly fields?: string;
  /** Of a live cluster only if they fit into one page of this many objects; otherwise they count as not read. */
  readonly most?: number;
}

export type Answer =
  | { readonly state: "found"; readonly objects: readonly KubeObject[]; readonly skipped: readonly string[] }
  | { readonly state: "unread"; readonly reading: Reading & { readonly read: false } };

/** What came of some demands. */
export interface Readings {
  readonly readings: readonly Reading[];
  /** Objects that were passed over, in words for the reader. */
  readonly skipped: readonly string[];
  /** Demands for objects that are still the version that was known: of these there are no readings. */
  readonly unchanged?: readonly Demand[];
}

/** Where nothing is asked for. */
export const noReadings: Readings = { readings: [], skipped: [] };

/** Where facts come from: a live cluster, or files that were read whole. */
export interface Source {
  readonly kind: "live" | "input";
  /** The namespace of the context; `undefined` when the input has no such thing. */
  readonly namespace: string | undefined;
  /** What is known before anything is asked: of a cluster nothing but the time, of files everything. */
  start(): Snapshot;
  select(query: Query): Promise<Answer>;
  /** The answers to these demands, in any order. An input that was read whole has none to add. */
  collect(demands: readonly Demand[], pods?: PodsOrder): Promise<Readings>;
  /** These owners of kinds that pvguard has no definition of, each by its name. An input has none to add. */
  owners(refs: readonly ObjectRef[]): Promise<OwnersRead>;
  /** Whether a server has a type that pvguard need not know. Files name no types. */
  typeNamed(type: TypeName): Promise<TypeNamed>;
  /**
   * Each time that it is worth looking again, until the signal fires; files never change.
   *
   * @param every milliseconds after which it is, though none of the objects has changed
   */
  watch(objects: readonly ObjectRef[], signal: AbortSignal, every?: number): AsyncIterable<"look">;
  /** What the server warned of, each text once. Untrusted. */
  warnings(): readonly string[];
  /** How many requests were sent so far, each try counted. */
  requests(): number;
  /** Closes connections. */
  close(): void;
}

/** Files that were read whole, for a plan that is not carried out. */
export interface WholeInput {
  readonly source: Source;
  /** What was read, in words, and the cluster that the files name. */
  readonly input: string;
  /** An object as it stands in the files; `undefined` where they hold none, or do not say its uid and version. */
  whole(ref: ObjectRef): RawObject | undefined;
}

/** A cluster with the connection to it, for a command that changes something. */
export interface Connected {
  readonly source: Source;
  readonly client: Client;
  /** The URL of the API server. */
  readonly server: string;
  readonly context: string | undefined;
  /** Whom the kubeconfig or `--as` names. */
  readonly user: string | undefined;
  /** Whether the server had to prove who it is; `plain`: there is no TLS. */
  readonly proof: "demanded" | "skipped" | "plain";
}

/** What a query looks at, before its selectors. */
export function scopeOf({ namespace, name }: Query): Scope {
  if (name !== undefined) return { of: "object", name, ...(namespace === undefined ? {} : { namespace }) };
  return namespace === undefined ? { of: "cluster" } : { of: "namespace", namespace };
}

/** A list that was read. */
export interface ReadList {
  readonly resource: Resource;
  readonly namespace?: string;
}

/** Notes which kinds were read as lists: rights to them are part of what a plan rests on. */
export function listsOf(source: Source): { readonly source: Source; read(): readonly ReadList[] } {
  const seen = new Map<string, ReadList>();
  const note = (readings: readonly Reading[]) => {
    for (const { read, resource, scope } of readings)
      if (read && scope.of === "cluster") seen.set(resource, { resource });
      else if (read && scope.of === "namespace")
        seen.set(`${resource} ${scope.namespace}`, { resource, namespace: scope.namespace });
  };
  return {
    source: {
      ...source,
      async collect(demands) {
        const collected = await source.collect(demands);
        note(collected.readings);
        return collected;
      },
    },
    read: () => [...seen.values()],
  };
}
