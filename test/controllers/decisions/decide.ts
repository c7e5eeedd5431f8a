import type { Cluster } from "../../../src/cluster/index.ts";
import { createCluster } from "../../../src/cluster/index.ts";
import type { Action, AnyController, Decision } from "../../../src/controllers/index.ts";
import { controllers } from "../../../src/controllers/index.ts";
import type { KubeObject, Resource } from "../../../src/kubernetes/index.ts";
import { kindNamed } from "../../../src/kubernetes/index.ts";
import { snapshotOf } from "../../support/snapshot.ts";

/** The decision of a controller about an object in a cluster of it and these others, in one line for each action. */
export function decide(
  controller: string,
  object: KubeObject,
  others: readonly KubeObject[] = [],
  hidden: readonly Resource[] = [],
): readonly string[] {
  const cluster = createCluster(snapshotOf([object, ...others], hidden));
  return modelsOf(controller, object)
    .map((model) => model.decide(object, cluster))
    .flatMap(linesOf);
}

/** A controller can have several models for one kind: external-provisioner has one for each of its loops. */
function modelsOf(name: string, object: KubeObject): readonly AnyController[] {
  const on = kindNamed(object.apiVersion, object.kind)?.resource;
  const found = controllers.filter((controller) => controller.name === name && controller.on === on);
  if (found.length === 0) throw new Error(`no controller ${name} for ${object.kind}`);
  return found;
}

export function clusterOf(objects: readonly KubeObject[], hidden: readonly Resource[] = []): Cluster {
  return createCluster(snapshotOf(objects, hidden));
}

export function linesOf(decision: Decision): readonly string[] {
  switch (decision.decides) {
    case "act":
      return decision.actions.map(lineOf);
    case "wait":
      return [`waits for ${decision.on.map(({ name }) => name).join(" ") || "nothing named"}`];
    case "nothing":
      return [];
    case "unknown":
      return [`unread ${decision.unread.resource}`];
  }
}

function lineOf(action: Action): string {
  const about = action.object.name;
  switch (action.do) {
    case "add-finalizer":
    case "remove-finalizer":
      return `${action.do} ${action.finalizer} ${about}`;
    case "set-phase":
      return `${about} becomes ${action.phase}`;
    case "clear-claim-ref":
      return `${action.do} ${action.part} ${about}`;
    case "bind":
      return `bind ${about} to ${action.volume.name}`;
    case "bind-content":
      return `bind ${about} to ${action.content.name}`;
    case "drop-owners":
      return `${about} leaves ${action.owners.map(({ name }) => name).join(" ")}`;
    case "unblock-owners":
      return `${about} blocks no owner`;
    case "set-owner":
      return `${about} comes to belong to ${action.owner.name}`;
    case "mark-unready":
      return `${about} becomes unready`;
    case "delete":
      return `delete ${about}`;
    case "annotate":
      return `annotate ${about} ${action.key}=${action.value}`;
    case "destroy-backend":
      return `${action.driver} destroys ${action.handle}`;
    case "detach-backend":
      return `${action.driver} detaches from ${action.node}`;
  }
}
