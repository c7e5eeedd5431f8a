import { kindNamed, type ObjectRef } from "../model/index.ts";
import type { LiveCluster } from "../sources/live/index.ts";

/** How often to look again at what holds an object that itself does not change, in milliseconds. */
const pulse = 5000;

/** Whenever one of the objects changes, and every few seconds, since what holds them can change without them. */
export async function* looks(
  objects: readonly ObjectRef[],
  cluster: Pick<LiveCluster, "watch">,
  signal: AbortSignal,
): AsyncGenerator<"look"> {
  const ended = new AbortController();
  const bell = new Bell();
  signal.addEventListener("abort", () => ended.abort());
  ended.signal.addEventListener("abort", () => bell.ring());
  // Who may not watch still looks at every pulse.
  for (const object of objects) follow(object, cluster, bell, ended.signal).catch(() => {});
  try {
    while (!signal.aborted) {
      await bell.rung(pulse);
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
