import type { Output } from "../commands/index.ts";
import { codeOf } from "../connection/io-reason.ts";

/** What is needed of a stream. */
export interface Sink {
  write(text: string, done: (problem?: Error | null) => void): unknown;
  readonly columns?: number | undefined;
  readonly isTTY?: boolean | undefined;
  /** Nothing more is written. Resolves when the person has read it. */
  read?(): Promise<void>;
}

/** `closed`: the reader wants no more, as in `| head -1`. `failed`: the text is lost. */
export type Written = { readonly state: "written" } | { readonly state: "closed" } | Lost;
type Lost = { readonly state: "failed"; readonly problem: Error };

/** The one way to a stream: nothing that goes wrong with it is overlooked. */
export class Writer implements Output {
  #sink: Sink;
  #state: Written = { state: "written" };
  #pending: Promise<void> = Promise.resolve();
  readonly #over = new AbortController();

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  get columns(): number | undefined {
    // A terminal that does not know its size says 0.
    return this.#sink.columns || undefined;
  }

  get isTerminal(): boolean {
    return this.#sink.isTTY === true;
  }

  write(text: string): void {
    if (text === "" || this.#state.state !== "written") return;
    const sent = new Promise<void>((settle) => {
      this.#sink.write(text, (problem) => {
        if (problem) this.failed(problem);
        settle();
      });
    });
    this.#pending = this.#pending.then(() => sent);
  }

  /** Also for what the stream itself reports between two writes. */
  failed(problem: Error): void {
    if (this.#state.state !== "written") return;
    const code = codeOf(problem);
    this.#state = code === "EPIPE" ? { state: "closed" } : { state: "failed", problem };
    this.#over.abort();
  }

  /** The reader wants no more. */
  closed(): void {
    this.failed(Object.assign(new Error("the reader left"), { code: "EPIPE" }));
  }

  /** Aborted when no more text can arrive. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  async sent(): Promise<void> {
    await this.#pending;
  }

  /** From now on, all text takes this way. */
  through(sink: Sink): void {
    this.#sink = sink;
  }

  /** How it went, when everything has been handed over and read. */
  async finished(): Promise<Written> {
    await this.#pending;
    await this.#sink.read?.();
    return this.#state;
  }
}
