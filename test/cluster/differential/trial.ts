import type fc from "fast-check";
import type { Cluster } from "../../../src/cluster/index.ts";
import type { AnyController } from "../../../src/controllers/index.ts";
import type { KubeObject, Resource } from "../../../src/kubernetes/index.ts";
import type { Repairs } from "./free/repairs.ts";

/**
 * What a differential test makes, and by what it is judged. A state is planted under a name: that of its namespace, and of
 * what it has outside of namespaces. It has nothing to do with other states.
 */
export interface Trial<State> {
  readonly states: fc.Arbitrary<State>;
  /** Makes a state while no controller runs. */
  plant(state: State, name: string): Promise<void>;
  /** The name under which the state of an object was planted; of what is shared by all, anything else. */
  homeOf(object: KubeObject): string | undefined;
  /** Objects of these kinds are compared. */
  readonly compared: readonly Resource[];
  /** The controllers whose models are run forward. */
  readonly modelled: readonly string[];
  /** A controller that has not heard yet of what it did itself, if its model says nothing of that. */
  readonly late?: (controller: AnyController, before: Cluster) => AnyController;
  /** The handles of what was destroyed at the backend, if a driver of ours is there. */
  destroyed?(): ReadonlySet<string>;
  /** How root causes end that mean something else here, by reason. */
  readonly repairs?: Repairs;
  /** Comes before root causes are removed. */
  beforeFreeing?(): Promise<void>;
  stopControllers(): Promise<void>;
  startControllers(): Promise<void>;
}
