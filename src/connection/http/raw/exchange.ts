import type { HeaderList } from "../../kubeconfig/index.ts";
import type { Opened, Pace } from "../exchange.ts";
import { Break } from "../failure.ts";
import type { Body } from "./body.ts";
import { bodyOf } from "./body.ts";
import type { Framing, Head } from "./head.ts";
import { framingOf, isBeginOfHead, readHead } from "./head.ts";
import type { Ear, Pool, Wire } from "./pool.ts";
import type { Watched } from "./watch.ts";
import { Hourglass } from "./watch.ts";

interface PlainQuestion {
  readonly url: URL;
  readonly headers: HeaderList;
  readonly signal: AbortSignal | undefined;
}

/**
 * Sends a request over a connection of the pool. `odd`: this reader cannot handle the answer and has handed over nothing
 * of it. The caller may repeat the request in another way.
 */
export function rawExchange(question: PlainQuestion, pace: Pace, pool: Pool): Promise<Opened | "odd"> {
  const request = requestFor(question.url, question.headers);
  if (request === undefined) return Promise.resolve("odd");
  return new Promise((resolve, reject) => {
    new Exchange({ request, signal: question.signal }, pace, pool, { resolve, reject }).start();
  });
}

interface Sent {
  readonly request: string;
  readonly signal: AbortSignal | undefined;
}

interface Settle<T> {
  resolve(value: T): void;
  reject(problem: unknown): void;
}

const longestHead = 16 * 1024;
const endOfHead = "\r\n\r\n";

const nothing: Buffer<ArrayBufferLike> = Buffer.alloc(0);

class Exchange implements Ear, Watched {
  readonly signal: AbortSignal | undefined;
  readonly #request: string;
  readonly #pace: Pace;
  readonly #pool: Pool;
  readonly #asked: Settle<Opened | "odd">;
  readonly #glass: Hourglass;
  #wire: Wire | undefined;
  /** What came and was not looked at yet: of the head, or of the body before anybody reads it. */
  #kept = nothing;
  #framing: Framing | undefined;
  #body: Body | undefined;
  #read: Settle<void> | undefined;
  /** Why there will be nothing more. */
  #broken: Break | undefined;
  #isOver = false;

  constructor({ request, signal }: Sent, pace: Pace, pool: Pool, asked: Settle<Opened | "odd">) {
    this.#request = request;
    this.signal = signal;
    this.#pace = pace;
    this.#pool = pool;
    this.#asked = asked;
    this.#glass = new Hourglass(pace.request);
  }

  start(): void {
    this.#glass.enter("connect", this.#pace.connect);
    this.#pool.watch.begin(this);
    if (this.signal?.aborted === true) this.aborted();
    else this.#pool.take((wire) => this.#use(wire));
  }

  passed(milliseconds: number): void {
    const limit = this.#glass.pass(milliseconds);
    if (limit !== undefined) this.#fail(limit);
  }

  aborted(): void {
    this.#fail(Object.assign(new Error("This operation was aborted"), { code: "ABORT_ERR" }));
  }

  #use(wire: Wire): void {
    this.#wire = wire;
    if (this.#isOver) {
      wire.destroy();
      return;
    }
    wire.listen(this);
    wire.whenReady(
      () => this.#glass.enter("handshake", this.#pace.handshake),
      () => {
        if (this.#isOver) return;
        this.#glass.enter("headers", this.#pace.headers);
        wire.send(this.#request);
      },
    );
  }

  bytes(bytes: Buffer): void {
    if (this.#body !== undefined) this.#feed(this.#body, bytes);
    else if (this.#framing !== undefined) this.#kept = Buffer.concat([this.#kept, bytes]);
    else this.#lookForHead(this.#kept.length === 0 ? bytes : Buffer.concat([this.#kept, bytes]));
  }

  closed(cause: Error | undefined): void {
    const because = cause ?? Object.assign(new Error("the connection was closed"), { code: "ECONNRESET" });
    // The whole answer can be here before anybody reads it.
    if (this.#framing !== undefined && this.#body === undefined) this.#broken = this.#break(because);
    else this.#fail(because);
  }

  #lookForHead(bytes: Buffer): void {
    const end = bytes.indexOf(endOfHead);
    if (end < 0 && bytes.length <= longestHead && isBeginOfHead(bytes)) {
      this.#kept = Buffer.from(bytes);
      return;
    }
    const head = end < 0 || end > longestHead ? undefined : readHead(bytes.toString("latin1", 0, end));
    this.#framing = head === undefined ? undefined : framingOf(head);
    if (head === undefined || this.#framing === undefined) {
      this.#finish("gone");
      this.#asked.resolve("odd");
      return;
    }
    this.#kept = Buffer.from(bytes.subarray(end + endOfHead.length));
    this.#glass.stop();
    this.#asked.resolve(this.#opened(head, this.#framing));
  }

  #opened(message: Head, framing: Framing): Opened {
    return {
      message,
      read: (take) =>
        new Promise((resolve, reject) => {
          this.#read = { resolve, reject };
          this.#body = bodyOf(framing.body, take);
          this.#glass.enter("body", this.#pace.idle);
          const kept = this.#kept;
          this.#kept = nothing;
          this.#feed(this.#body, kept);
          if (this.#broken !== undefined) this.#fail(this.#broken.cause);
        }),
      close: () => {
        // A connection that was returned can be in use for another request by now.
        if (!this.#isOver) this.#finish("gone");
      },
    };
  }

  #feed(body: Body, bytes: Buffer): void {
    if (this.#isOver) return;
    this.#glass.again();
    try {
      const state = body.feed(bytes);
      if (state === "more") return;
      const isClean = state.endedAt === bytes.length && this.#framing?.connection === "stays";
      this.#finish(isClean ? "free" : "gone");
      this.#read?.resolve();
    } catch (problem) {
      this.#fail(problem);
    }
  }

  #fail(cause: unknown): void {
    this.#broken ??= this.#break(cause);
    if (!this.#isOver) this.#finish("gone");
    this.#asked.reject(this.#broken);
    this.#read?.reject(this.#broken);
  }

  #break(cause: unknown): Break {
    return new Break(cause, this.#glass.phase, this.#wire?.use() ?? "new");
  }

  #finish(wire: "free" | "gone"): void {
    this.#isOver = true;
    this.#pool.watch.end(this);
    if (this.#wire === undefined) return;
    if (wire === "free") this.#pool.giveBack(this.#wire);
    else this.#wire.destroy();
  }
}

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const value = /^[\t\x20-\x7e\x80-\xff]*$/;
const target = /^[\x21-\x7e]+$/;

/** The bytes of a GET, as Latin-1. `undefined` for what must not be sent: Node says what is wrong with it. */
function requestFor({ pathname, search, host }: URL, headers: HeaderList): string | undefined {
  const path = `${pathname}${search}`;
  const lines = headers.map(([name, text]) => [name, Buffer.from(text, "utf8").toString("latin1")] as const);
  if (!target.test(path) || !lines.every(([name, text]) => token.test(name) && value.test(text)))
    return undefined;
  const written = lines.map(([name, text]) => `${name}: ${text}\r\n`).join("");
  return `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${written}Connection: keep-alive\r\n\r\n`;
}
