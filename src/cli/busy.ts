import { flatten, type Phrase } from "../model/index.ts";
import { shown } from "../render/index.ts";
import type { HostStream } from "./host/host.ts";

/** Shorter waits pass without a word. */
const patience = 500;

/**
 * Shows a spinner when something takes long, on a terminal only.
 *
 * @returns what takes it away again
 */
export function busyOn(stream: HostStream): (doing: Phrase) => () => void {
  // A terminal without a size has no columns, and ora would divide by them.
  if (stream.isTTY !== true || !stream.columns) return () => () => {};
  return (doing) => {
    let spinner: { stop(): unknown } | undefined;
    let isOver = false;
    const timer = setTimeout(async () => {
      const { default: ora } = await import("ora");
      if (isOver) return;
      // A real terminal stream, as isTTY says.
      const terminal = stream as unknown as NodeJS.WriteStream;
      spinner = ora({ text: flatten(doing, shown), stream: terminal, discardStdin: false }).start();
    }, patience);
    return () => {
      isOver = true;
      clearTimeout(timer);
      spinner?.stop();
    };
  };
}
