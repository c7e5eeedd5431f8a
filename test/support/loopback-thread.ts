import { secondThread, type ThreadSurroundings } from "../../src/sources/live/aside/carry-out.ts";
import type { Said, Thread, Told } from "../../src/sources/live/aside/messages.ts";

export interface LoopbackThread extends Thread {
  /** What it was told and what it said, without what lists are made of. */
  readonly told: Told["do"][];
  readonly said: Said["says"][];
  isEnded: boolean;
}

/**
 * What a second thread runs, in this one. All that is said is copied as it is between threads, and what is handed over is
 * gone on this side.
 *
 * @param dies when it has said this
 */
export function loopbackThread(outside: ThreadSurroundings, dies?: Said["says"]): LoopbackThread {
  let hear = (_: Said) => {};
  let gone = () => {};
  let isGone = false;
  const told: Told["do"][] = [];
  const said: Said["says"][] = [];
  const listen = secondThread(outside, (message, buffers = []) => {
    const copy = structuredClone(message, { transfer: [...buffers] });
    setImmediate(() => {
      if (isGone) return;
      said.push(copy.says);
      isGone = copy.says === dies;
      if (isGone) gone();
      else hear(copy);
    });
  });
  return {
    told,
    said,
    isEnded: false,
    tell(message) {
      told.push(message.do);
      const copy = structuredClone(message);
      setImmediate(() => listen(copy));
    },
    hear(each, atEnd) {
      hear = each;
      gone = atEnd;
    },
    end() {
      this.isEnded = true;
    },
  };
}
