import { createCluster } from "../../../src/cluster/index.ts";
import type { Controller } from "../../../src/controllers/index.ts";
import type { KubeObject, ObjectIn, Resource } from "../../../src/kubernetes/index.ts";
import { snapshotOf } from "../../support/snapshot.ts";

/** `add`: live and without it. `remove`: deleted and unused. `keep`: deleted and in use. `none`: not its concern. */
export type FinalizerAction = "add" | "remove" | "keep" | "none";

/** What a protection controller does with its finalizer, by its own decision in a cluster of these objects. */
export function finalizerAction<R extends Resource>(
  controller: Controller<R>,
  object: ObjectIn<R>,
  others: readonly KubeObject[] = [],
): FinalizerAction {
  const decision = controller.decide(object, createCluster(snapshotOf([object, ...others])));
  switch (decision.decides) {
    case "nothing":
      return "none";
    case "wait":
      return "keep";
    case "unknown":
      throw new Error(`${decision.unread.resource} was not read`);
    case "act":
      return actionIn(decision.actions.map((action) => action.do));
  }
}

function actionIn(done: readonly string[]): FinalizerAction {
  if (done.length === 1 && done[0] === "add-finalizer") return "add";
  if (done.length === 1 && done[0] === "remove-finalizer") return "remove";
  throw new Error(`it does something else: ${done.join(" ")}`);
}
