import type { Busy } from "../commands/index.ts";
import { flatten, type Phrase } from "../model/index.ts";
import { shown } from "../render/escape.ts";
import type { HostStream } from "./host/host.ts";

/** Milliseconds to wait before the spinner appears. */
const patience = 500;

const silence: Busy = { tell() {}, end() {} };

/** Shows a spinner when something takes long, on a terminal only. */
export function busyOn(stream: HostStream): (doing: Phrase) => Busy {
  // A terminal without a size has no columns, and the spinner would divide by them.
  if (stream.isTTY !== true || !stream.columns) return () => silence;
  return (doing) => {
    let spinner: { text: string; stop(): unknown } | undefined;
    let text = flatten(doing, shown);
    let isOver = false;
    const timer = setTimeout(async () => {
      const { spinning } = await import("./spinner.ts");
      if (isOver) return;
      // A real terminal stream, as isTTY says.
      const terminal = stream as unknown as NodeJS.WriteStream;
      spinner = spinning({ text, stream: terminal, discardStdin: false }).start();
    }, patience);
    return {
      tell(next) {
        text = flatten(next, shown);
        if (spinner !== undefined) spinner.text = text;
      },
      end() {
        isOver = true;
        clearTimeout(timer);
        spinner?.stop();
      },
    };
  };
}
