import type { ObjectRef } from "../../kubernetes/index.ts";
import { kindNamed, timestamp } from "../../kubernetes/index.ts";
import type { LiveCluster } from "../../reading/live/index.ts";
import type { Answer, Query, Source } from "./source.ts";
import { scopeOf } from "./source.ts";

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
    owners: (refs) => cluster.owners(refs),
    typeNamed: (type) => cluster.typeNamed(type),
    watch: (objects, signal, every) => looks(objects, cluster, signal, every),
    warnings: () => [...(cluster.proof === "skipped" ? [unproven] : []), ...cluster.warnings()],
    requests: () => cluster.requests(),
    close: () => cluster.close(),
  };
}

/** Without selectors a query is a reading like any other. */
async function answerOf(query: Query, cluster: LiveCluster): Promise<Answer> {
  const { resource, namespace, labels, fields, most } = query;
  const scope = scopeOf(query);
  if (labels === undefined && fields === undefined && most === undefined) {
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
    most,
  });
  if (selected.read) return { state: "found", objects: [...selected.items], skipped: selected.skipped };
  const { reason, detail } = selected;
  return { state: "unread", reading: { read: false, resource, scope, reason, detail } };
}

/** How often to look again at what holds an object that itself does not change, in milliseconds. */
const pulse = 5000;

/** Whenever one of the objects changes, and every few seconds, since what holds them can change without them. */
export async function* looks(
  objects: readonly ObjectRef[],
  cluster: Pick<LiveCluster, "watch">,
  signal: AbortSignal,
  every = pulse,
): AsyncGenerator<"look"> {
  const ended = new AbortController();
  const bell = new Bell();
  signal.addEventListener("abort", () => ended.abort());
  ended.signal.addEventListener("abort", () => bell.ring());
  // Who may not watch still looks at every pulse.
  for (const object of objects) follow(object, cluster, bell, ended.signal).catch(() => {});
  try {
    while (!signal.aborted) {
      await bell.rung(every);
      if (!signal.aborted) yield "look";
    }
  } finally {
    ended.abort();
  }
}

async function follow(
  object: ObjectRef,
  cluster: Pick<LiveCluster, "watch">,
  bell: Bell,
  signal: AbortSignal,
): Promise<void> {
  const kind = kindNamed(object.apiVersion, object.kind);
  if (kind === undefined) return;
  for await (const _ of cluster.watch(kind.resource, object, signal)) bell.ring();
}

/** Rung once or more, it is heard once, also by who listens only afterwards. */
class Bell {
  #state: "quiet" | "rung" = "quiet";
  #wake: () => void = () => {};

  ring(): void {
    this.#state = "rung";
    this.#wake();
  }

  async rung(atMost: number): Promise<void> {
    if (this.#state === "quiet") {
      await new Promise<void>((settle) => {
        const timer = setTimeout(settle, atMost);
        this.#wake = () => {
          clearTimeout(timer);
          settle();
        };
      });
    }
    this.#state = "quiet";
  }
}
