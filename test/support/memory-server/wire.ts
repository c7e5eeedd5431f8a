import http from "node:http";
import { Duplex } from "node:stream";

/** A server that is reached without a network, as often as it takes. */
interface Wire {
  readonly url: string;
  readonly agent: http.Agent;
}

/** Connections to this server are in memory: a request then costs less than a millisecond. */
export function wireTo(server: http.Server): Wire {
  const agent = new http.Agent({ keepAlive: false });
  agent.createConnection = () => {
    const [near, far] = wire();
    server.emit("connection", far);
    return near;
  };
  return { url: "http://memory.invalid", agent };
}

function wire(): readonly [Duplex, Duplex] {
  const near: End = new End(() => far);
  const far: End = new End(() => near);
  return [near, far];
}

/** One end. What is written to it comes out of the other one; when it is destroyed, the other one was reset. */
class End extends Duplex {
  readonly #other: () => End;
  #wanted = () => {};

  constructor(other: () => End) {
    super();
    this.#other = other;
  }

  override _read(): void {
    this.#wanted();
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    const other = this.#other();
    if (other.push(chunk)) process.nextTick(done);
    else other.#wanted = done;
  }

  override _final(done: () => void): void {
    this.#other().push(null);
    done();
  }

  override _destroy(problem: Error | null, done: (problem: Error | null) => void): void {
    const other = this.#other();
    const isWhole = this.writableFinished || other.destroyed;
    if (!isWhole)
      process.nextTick(() => other.destroy(Object.assign(new Error("reset"), { code: "ECONNRESET" })));
    done(problem);
  }
}
