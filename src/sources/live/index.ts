export {
  AccessError,
  type AccessFailure,
  type ConfigFlags,
  machine,
  type ProcessFacts,
} from "../kubeconfig/index.ts";
export type { Collected } from "./collect.ts";
export type { Limits } from "./http/limits.ts";
export type { LiveSurroundings } from "./http/surroundings.ts";
export { type LiveCluster, type LiveOptions, openCluster } from "./live-cluster.ts";
export type { Selected, Selection } from "./select.ts";
export type { WatchTarget } from "./watch.ts";
export type { Sighting } from "./watch-event.ts";
