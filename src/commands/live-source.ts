import { timestamp } from "../model/index.ts";
import type { LiveCluster } from "../sources/live/index.ts";
import { looks } from "./looks.ts";
import { scopeOf } from "./query.ts";
import type { Answer, Query, Source } from "./source.ts";

const unproven =
  "the server's certificate was not verified (insecure-skip-tls-verify): a different server may have answered";

/** A cluster, which is asked for what is needed and for nothing else. */
export function liveSource(cluster: LiveCluster, now: () => number): Source {
  return {
    kind: "live",
    namespace: cluster.namespace,
    start: () => ({
      takenAt: timestamp(now() + (cluster.clockAhead() ?? 0)),
      clock: "live",
      source: cluster.server,
      readings: [],
      skipped: [],
    }),
    select: (query) => answerOf(query, cluster),
    collect: (demands, pods) => cluster.collect(demands, pods),
    watch: (objects, signal) => looks(objects, cluster, signal),
    warnings: () => [...(cluster.proof === "skipped" ? [unproven] : []), ...cluster.warnings()],
    close: () => cluster.close(),
  };
}

/** Without selectors a query is a reading like any other. */
async function answerOf(query: Query, cluster: LiveCluster): Promise<Answer> {
  const { resource, namespace, labels, fields } = query;
  const scope = scopeOf(query);
  if (labels === undefined && fields === undefined) {
    const { readings, skipped } = await cluster.collect([{ resource, scope }]);
    const [reading] = readings;
    if (reading === undefined)
      return { state: "unread", reading: { read: false, resource, scope, reason: "Unavailable" } };
    return reading.read
      ? { state: "found", objects: [...reading.items], skipped }
      : { state: "unread", reading };
  }
  const selected = await cluster.select({
    resource,
    namespace,
    labelSelector: labels,
    fieldSelector: fields,
  });
  if (selected.read) return { state: "found", objects: [...selected.items], skipped: selected.skipped };
  const { reason, detail } = selected;
  return { state: "unread", reading: { read: false, resource, scope, reason, detail } };
}
