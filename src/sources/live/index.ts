export type { Limits, LiveSurroundings } from "../../connection/http/surroundings.ts";
export {
  AccessError,
  type AccessFailure,
  type ConfigFlags,
  machine,
  type ProcessFacts,
} from "../../connection/kubeconfig/index.ts";
export type { Collected } from "./collect.ts";
export { type ConnectedCluster, type LiveCluster, type LiveOptions, openCluster } from "./live-cluster.ts";
export type { Selected, Selection } from "./select.ts";
export type { Sighting, WatchTarget } from "./watch.ts";
