export type { LiveSurroundings } from "../../connection/http/surroundings.ts";
export type { PodsOrder } from "./collect.ts";
export {
  type ConnectedCluster,
  type LiveCluster,
  type LiveOptions,
  type OwnersRead,
  openCluster,
} from "./live-cluster.ts";
export type { TypeName, TypeNamed } from "./type-named.ts";
export type { Sighting } from "./watch.ts";
