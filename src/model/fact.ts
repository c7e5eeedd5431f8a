import type { Cluster } from "./cluster.ts";
import type { Resource } from "./kinds/index.ts";

/**
 * An answer that many objects ask for and few different keys lead to, such as whether a driver is installed. It is
 * worked out once for each key, and again when an object of the kinds it comes from has changed.
 */
export interface Fact<T> {
  readonly name: string;
  /** Every kind that `workOut` asks about. */
  readonly from: readonly Resource[];
  workOut(key: string, cluster: Cluster): T;
}
