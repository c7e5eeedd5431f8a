import type { Surroundings } from "../commands/index.ts";
import type { Phrase } from "../kubernetes/index.ts";
import { flatten } from "../kubernetes/index.ts";
import { shown } from "../render/escape.ts";
import type { HostStream } from "./host/host.ts";

/** Milliseconds to wait before the spinner appears. */
const patience = 500;

/** Does something during which the terminal belongs to another program. */
type Quietly = <T>(work: () => Promise<T>) => Promise<T>;

/** Shows a spinner while something takes long, on a terminal only. `quietly` does something without it. */
export function busyOn(stream: HostStream): Surroundings["busy"] & { readonly quietly: Quietly } {
  // A terminal without a size has no columns, and the spinner would divide by them.
  if (stream.isTTY !== true || !stream.columns) {
    const alone: Surroundings["busy"] = (_, work) => work(() => {});
    return Object.assign(alone, { quietly: <T>(work: () => Promise<T>) => work() });
  }
  const line = new Line(stream);
  const busy: Surroundings["busy"] = async (doing, work) => {
    const text = line.add(doing);
    try {
      return await work(text.tell);
    } finally {
      text.end();
    }
  };
  return Object.assign(busy, { quietly: <T>(work: () => Promise<T>) => line.quietly(work) });
}

/** The one line of a terminal that says what is done. Of works within each other, it is the innermost that is told of. */
class Line {
  readonly #stream: HostStream;
  readonly #works: { text: string }[] = [];
  #timer: NodeJS.Timeout | undefined;
  #spinner: { text: string; start(): unknown; stop(): unknown } | undefined;
  /** How many want the terminal for themselves. */
  #others = 0;

  constructor(stream: HostStream) {
    this.#stream = stream;
  }

  add(doing: Phrase): { tell(doing: Phrase): void; end(): void } {
    const work = { text: flatten(doing, shown) };
    this.#works.push(work);
    this.#timer ??= setTimeout(() => this.#spin(), patience);
    this.#show();
    return {
      tell: (next) => {
        work.text = flatten(next, shown);
        this.#show();
      },
      end: () => {
        this.#works.splice(this.#works.indexOf(work), 1);
        if (this.#works.length > 0) this.#show();
        else this.#stop();
      },
    };
  }

  async #spin(): Promise<void> {
    const { default: spinnerOf } = await import("ora");
    const work = this.#works.at(-1);
    if (work === undefined || this.#spinner !== undefined) return;
    // A real terminal stream, as isTTY says.
    const stream = this.#stream as NodeJS.WriteStream;
    this.#spinner = spinnerOf({ text: work.text, stream, discardStdin: false });
    if (this.#others === 0) this.#spinner.start();
  }

  async quietly<T>(work: () => Promise<T>): Promise<T> {
    this.#others += 1;
    this.#spinner?.stop();
    try {
      return await work();
    } finally {
      this.#others -= 1;
      if (this.#others === 0) this.#spinner?.start();
    }
  }

  #show(): void {
    const work = this.#works.at(-1);
    if (this.#spinner !== undefined && work !== undefined) this.#spinner.text = work.text;
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#spinner?.stop();
    this.#spinner = undefined;
  }
}
