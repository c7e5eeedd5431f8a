import type { Socket } from "node:net";
import { connect as connectPlain } from "node:net";
import type { ConnectionOptions } from "node:tls";
import { connect as connectTls } from "node:tls";
import type { Limits } from "../surroundings.ts";
import { addressOf } from "../tls-options.ts";
import { Watch } from "./watch.ts";

/** Connections that stay open between requests, so many at most. */
export interface Pool {
  /** Over all requests that are made here. */
  readonly watch: Watch;
  /** Hands over the connection that was used last, a new one, or the first that becomes free. */
  take(use: (wire: Wire) => void): void;
  /** After an answer that leaves the connection usable. */
  giveBack(wire: Wire): void;
  close(): void;
}

export function poolOf(server: URL, tls: ConnectionOptions | undefined, limits: Limits): Pool {
  const { inFlight: places } = limits;
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
      else if (open.size < places) use(opened());
      else waiting.push(use);
    },
    giveBack(wire) {
      wire.rest();
      const next = waiting.length > 0 && wire.isOpen() ? waiting.shift() : undefined;
      if (next !== undefined) next(wire);
      else idle.push(wire);
    },
    close() {
      for (const wire of open) wire.destroy();
      open.clear();
      idle.length = 0;
      watch.close();
    },
  };
}

/** What happens on a connection while an answer is awaited. */
export interface Ear {
  /** The bytes are the connection's own again when this returns. */
  bytes(bytes: Buffer): void;
  /** `undefined`: the other side closed it. */
  closed(cause: Error | undefined): void;
}

/** One connection to the server. Its bytes come in one buffer that is filled again and again. */
export interface Wire {
  /** Whether it has carried an answer before. */
  readonly use: () => "new" | "used";
  /** From here on until `rest` there is a listener. */
  listen(ear: Ear): void;
  /** Calls `send` when a request can be sent; `connected` before, if TLS comes in between. */
  whenReady(connected: () => void, send: () => void): void;
  send(request: string): void;
  /** The answer is complete: there is no longer a listener. */
  rest(): void;
  isOpen(): boolean;
  destroy(): void;
}

const bufferSize = 64 * 1024;

function openWire(server: URL, tls: ConnectionOptions | undefined, gone: () => void): Wire {
  let ear: Ear | undefined;
  let carried = 0;
  let isReady = false;
  let part: Buffer = Buffer.alloc(0);
  const onread = {
    buffer: Buffer.allocUnsafeSlow(bufferSize),
    callback(length: number, buffer: Uint8Array): boolean {
      // Most pieces are as long as the last one, and all begin at the same place.
      if (part.length !== length) part = (buffer as Buffer).subarray(0, length);
      // No request is open: these bytes must not become the beginning of the next answer.
      if (ear === undefined) socket.destroy();
      else ear.bytes(part);
      return true;
    },
  };
  const address = addressOf(server);
  const socket: Socket =
    tls === undefined
      ? connectPlain({ ...address, onread })
      : connectTls({ ...tls, ...address, ...{ onread } });
  socket.setNoDelay(true);
  // Requests that are under way keep the process running; a connection alone need not.
  socket.unref();
  socket.once(tls === undefined ? "connect" : "secureConnect", () => {
    isReady = true;
  });

  function end(cause: Error | undefined): void {
    const listening = ear;
    ear = undefined;
    socket.destroy();
    listening?.closed(cause);
  }

  socket.on("error", end);
  socket.once("end", () => end(undefined));
  socket.once("close", () => {
    end(undefined);
    gone();
  });
  // The end of a stream that is not read does not come.
  socket.resume();

  return {
    use: () => (carried > 0 ? "used" : "new"),
    listen(listener) {
      ear = listener;
    },
    whenReady(connected, send) {
      if (isReady) send();
      else if (tls === undefined) socket.once("connect", send);
      else {
        if (socket.connecting) socket.once("connect", connected);
        else connected();
        socket.once("secureConnect", send);
      }
    },
    send(request) {
      socket.write(request, "latin1");
    },
    rest() {
      ear = undefined;
      carried += 1;
    },
    isOpen: () => socket.connecting || socket.readable,
    destroy() {
      ear = undefined;
      socket.destroy();
    },
  };
}
