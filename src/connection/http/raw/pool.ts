import type { ConnectionOptions } from "node:tls";
import type { Limits } from "../limits.ts";
import { Watch } from "./watch.ts";
import { openWire, type Wire } from "./wire.ts";

/** Connections that stay open between requests, so many at most. */
export interface Pool {
  /** Over all requests that are made here. */
  readonly watch: Watch;
  /** Hands over the connection that was used last, a new one, or the first that becomes free. */
  take(use: (wire: Wire) => void): void;
  /** After an answer that leaves the connection usable. */
  giveBack(wire: Wire): void;
  /** Closes those that are not in use. */
  closeIdle(): void;
  close(): void;
}

/** `limits.early` are opened once there is one, for the requests that are to come. */
export function poolOf(server: URL, tls: ConnectionOptions | undefined, limits: Limits): Pool {
  const { inFlight: places, early } = limits;
  const watch = new Watch(limits);
  const open = new Set<Wire>();
  const idle: Wire[] = [];
  const waiting: ((wire: Wire) => void)[] = [];

  function opened(): Wire {
    const wire = openWire(server, tls, () => {
      open.delete(wire);
      const next = open.size < places ? waiting.shift() : undefined;
      next?.(opened());
    });
    open.add(wire);
    return wire;
  }

  function useNew(use: (wire: Wire) => void): void {
    const isFirst = open.size === 0;
    const wire = opened();
    use(wire);
    // They must not hold up the first request.
    if (isFirst) wire.whenReady(ignore, openEarly);
  }

  function openEarly(): void {
    while (open.size < Math.min(early, places)) idle.push(opened());
  }

  function lastIdle(): Wire | undefined {
    let wire = idle.pop();
    while (wire?.isOpen() === false) wire = idle.pop();
    return wire;
  }

  return {
    watch,
    take(use) {
      const free = lastIdle();
      if (free !== undefined) use(free);
      else if (open.size < places) useNew(use);
      else waiting.push(use);
    },
    giveBack(wire) {
      wire.rest();
      const next = waiting.length > 0 && wire.isOpen() ? waiting.shift() : undefined;
      if (next !== undefined) next(wire);
      else idle.push(wire);
    },
    closeIdle() {
      for (const wire of idle.splice(0)) wire.destroy();
    },
    close() {
      for (const wire of open) wire.destroy();
      open.clear();
      idle.length = 0;
      watch.close();
    },
  };
}

function ignore(): void {}
