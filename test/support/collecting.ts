import type { Host } from "../../src/cli/index.ts";

/** An output that keeps what is written to it. */
export function collecting(texts: string[], isTTY = false): Host["stdout"] {
  return {
    columns: undefined,
    isTTY,
    write: (text: string, done?: (problem?: Error | null) => void) => {
      texts.push(text);
      done?.();
      return true;
    },
    on: () => undefined,
  };
}
