import type { Cluster, Unread } from "../cluster/index.ts";
import type { ObjectIn, ObjectRef, Phrase, Resource } from "../kubernetes/index.ts";

/** One write that a controller would make, or one call to a storage backend. */
export type Action =
  | { readonly do: "add-finalizer"; readonly object: ObjectRef; readonly finalizer: string }
  | { readonly do: "remove-finalizer"; readonly object: ObjectRef; readonly finalizer: string }
  | {
      readonly do: "set-phase";
      readonly object: ObjectRef;
      readonly phase: string;
      readonly message?: string;
    }
  /** `uid`: the reservation for a namespace and name stays. `whole`: anybody may bind. */
  | { readonly do: "clear-claim-ref"; readonly object: ObjectRef; readonly part: "uid" | "whole" }
  | { readonly do: "bind"; readonly object: ObjectRef; readonly volume: ObjectRef }
  /** The snapshot and its content name each other, and the snapshot is as ready as its content. */
  | { readonly do: "bind-content"; readonly object: ObjectRef; readonly content: ObjectRef }
  | { readonly do: "mark-unready"; readonly object: ObjectRef }
  /** The object is a dependent of these no more. */
  | { readonly do: "drop-owners"; readonly object: ObjectRef; readonly owners: readonly ObjectRef[] }
  /** No owner of the object waits for it any longer. */
  | { readonly do: "unblock-owners"; readonly object: ObjectRef }
  /** The object becomes a dependent of this one, which is its controller. */
  | { readonly do: "set-owner"; readonly object: ObjectRef; readonly owner: ObjectRef }
  /** A DELETE request: the object gets a deletionTimestamp, or goes at once when nothing holds it. */
  | { readonly do: "delete"; readonly object: ObjectRef }
  | { readonly do: "annotate"; readonly object: ObjectRef; readonly key: string; readonly value: string }
  /** The controller asks the driver to destroy what is behind the object. Everything on it is lost. */
  | {
      readonly do: "destroy-backend";
      readonly object: ObjectRef;
      readonly driver: string;
      readonly handle: string;
      /** Where no object tells whether it does so: what would have to be true, `Mayastor is from 2024 or earlier`. */
      readonly onlyIf?: string;
    }
  | {
      readonly do: "detach-backend";
      readonly object: ObjectRef;
      readonly driver: string;
      readonly node: string;
    };

/** What a controller would do with an object now. */
export type Decision =
  /** Carried out in this order; by itself, but not before `delay`: `within six minutes`. */
  | { readonly decides: "act"; readonly actions: readonly [Action, ...Action[]]; readonly delay?: Phrase }
  /** The object is this controller's concern, and one of its conditions is not met. Where any of many keeps it waiting, one is named. */
  | { readonly decides: "wait"; readonly on: readonly ObjectRef[] }
  /** There is nothing for it to do, and nothing it waits for. */
  | { readonly decides: "nothing" }
  | { readonly decides: "unknown"; readonly unread: Unread };

/** The model of one upstream controller, for one kind. */
export interface Controller<R extends Resource = Resource> {
  /** As Kubernetes names it: `pvc-protection-controller`. For per-driver sidecars: `external-provisioner`. */
  readonly name: string;
  readonly on: R;
  /** Repository, path, function and version of what it mirrors. */
  readonly sources: readonly [string, ...string[]];
  decide(object: ObjectIn<R>, cluster: Cluster): Decision;
}

/** A controller whose kind is known only at run time, as registries hold it. */
export type AnyController = Controller;

export function defineController<R extends Resource>(controller: Controller<R>): AnyController {
  // The analysis hands a controller only objects of the kind that `on` names.
  return controller;
}

export const nothing: Decision = { decides: "nothing" };
