import {
  type Cluster,
  type Hold,
  isTerminating,
  type KubeObject,
  kindNamed,
  refOf,
} from "../../model/index.ts";
import deletionRefused from "../../waits/deletion-refused.ts";

/** What keeps an object that should be deleted with its namespace: treated as deleted already, it would be past that. */
export function refusers(object: KubeObject, cluster: Cluster): readonly Hold[] {
  const resource = kindNamed(object.apiVersion, object.kind)?.resource;
  if (resource === undefined || isTerminating(object) || !deletionRefused.on.includes(resource)) return [];
  return deletionRefused.holds(object, cluster).map(({ holder, reason, message, evidence = [] }) => ({
    held: refOf(object),
    by: { wait: deletionRefused.wait },
    holder,
    reason,
    category: "blocked",
    message,
    evidence,
    remedies: [],
    avoid: [],
  }));
}
