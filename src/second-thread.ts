/** What a second thread of the program runs: it reads one list of a large cluster while the first thread reads the others. */
import { parentPort } from "node:worker_threads";
import { type Say, secondThread } from "./sources/live/aside/carry-out.ts";

process.removeAllListeners("warning");

if (parentPort !== null) {
  const port = parentPort;
  const say: Say = (said, buffers = []) => port.postMessage(said, buffers);
  const hear = secondThread(
    {
      // Of a kubeconfig there is nothing left to read: the first thread has done that.
      env: {},
      home: undefined,
      workingDirectory: "/",
      platform: "posix",
      isAtTerminal: () => false,
      readFile: async () => ({ state: "missing" }),
      warn() {},
      runPlugin: async () => ({ ended: "not-found" }),
      now: () => Date.now(),
      random: () => Math.random(),
      sleep: (milliseconds) => new Promise((settle) => setTimeout(settle, milliseconds)),
      verbosity: 0,
      log() {},
    },
    say,
  );
  port.on("message", hear);
  say({ says: "loaded" });
}
