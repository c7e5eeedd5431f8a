import { Worker } from "node:worker_threads";
import type { Thread } from "./sources/live/aside/index.ts";

/**
 * Starts a thread that runs second-thread.ts. It keeps the process running only while a caller listens to it. Throws if
 * no thread can be started.
 *
 * @param begun is called once, when the thread has loaded its code, or never will
 */
export function startThread(script: string, begun: () => void): Thread {
  const worker = workerOf(script, begun);
  let state: "begins" | "runs" | "gone" = "begins";
  const enter = (next: "runs" | "gone") => {
    if (state === "begins") begun();
    state = next;
  };
  worker.unref();
  worker.once("message", () => enter("runs"));
  // Its end follows.
  worker.once("error", () => {});
  worker.once("exit", () => enter("gone"));
  return {
    tell: (told) => worker.postMessage(told),
    hear(said, gone) {
      if (state === "gone") gone();
      worker.ref();
      worker.on("message", said);
      worker.once("exit", gone);
    },
    end() {
      void worker.terminate();
    },
  };
}

function workerOf(script: string, begun: () => void): Worker {
  try {
    return new Worker(script, { execArgv: [] });
  } catch (problem) {
    begun();
    throw problem;
  }
}
