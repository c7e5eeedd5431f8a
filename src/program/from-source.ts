import type * as Program from "./index.ts";
import type { Call } from "./kept-code.ts";

/** The program, and what is to be done when it has run well. */
export interface Loaded {
  readonly program: typeof Program;
  /** What a second thread runs, by its path. Run from source, there is none. */
  readonly threadScript: string | undefined;
  /** So that it is loaded faster the next time. */
  keepCode(): void;
}

/** Run from source, there is nothing to keep. The build puts from-script.ts in place of this file. */
export async function load(_call: Call): Promise<Loaded> {
  return { program: await import("./index.ts"), threadScript: undefined, keepCode() {} };
}
