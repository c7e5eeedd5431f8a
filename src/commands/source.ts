import type { Demand, KubeObject, Reading, Resource, Snapshot } from "../model/index.ts";

/** Which objects of one kind a person means. */
export interface Query {
  readonly resource: Resource;
  /** `undefined`: in every namespace, or of a kind without namespaces. */
  readonly namespace: string | undefined;
  readonly name?: string;
  readonly labels?: string;
  readonly fields?: string;
}

export type Answer =
  | { readonly state: "found"; readonly objects: readonly KubeObject[] }
  | { readonly state: "unread"; readonly reading: Reading & { readonly read: false } };

/** Where facts come from: a live cluster, or files that were read whole. */
export interface Source {
  readonly kind: "live" | "input";
  /** The namespace of the context; `undefined` when the input has no such thing. */
  readonly namespace: string | undefined;
  /** What is known before anything is asked: nothing of a cluster, everything of files. */
  readonly start: Snapshot;
  select(query: Query): Promise<Answer>;
  /** The answers to these demands, in any order. An input that was read whole has none to add. */
  collect(demands: readonly Demand[]): Promise<readonly Reading[]>;
}
