import { readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A call that a sidecar made. */
interface Call {
  readonly method: string;
  readonly request: { readonly volumeId?: string; readonly snapshotId?: string; readonly name?: string };
  /** As in `OK`, `Internal`. */
  readonly code: string;
  readonly message?: string;
}

/** What the driver does instead of a call. */
interface Fault {
  /** As in `INTERNAL`, `FAILED_PRECONDITION`. */
  readonly code?: string;
  readonly message?: string;
  readonly delayMs?: number;
  /** The call is carried out, and only its answer is replaced. */
  readonly lost?: boolean;
}

/** What is behind the test driver: what it stores, what it was asked, and what it is told to do wrong. */
export class Backend {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** The handles of what exists. An attachment is `<volume>@<node>`. */
  stored(what: "volumes" | "snapshots" | "attachments"): readonly string[] {
    return readdirSync(join(this.folder, what)).sort();
  }

  /** What was made before, a test says. */
  put(what: "volumes" | "snapshots", handle: string): void {
    writeFileSync(join(this.folder, what, handle), "");
  }

  calls(method?: string): readonly Call[] {
    const lines = readFileSync(join(this.folder, "calls.jsonl"), "utf8").split("\n").filter(Boolean);
    const calls = lines.map((line) => JSON.parse(line) as Call);
    return method === undefined ? calls : calls.filter((call) => call.method === method);
  }

  /** The handles of what a sidecar had destroyed. */
  destroyed(): ReadonlySet<string> {
    const done = this.calls().filter(({ method, code }) => method.startsWith("Delete") && code === "OK");
    return new Set(done.map(({ request }) => request.volumeId ?? request.snapshotId ?? ""));
  }

  /** From now on, until the next script. `{}` makes it well again. */
  script(faults: { readonly [method: string]: Fault }): void {
    const file = join(this.folder, "script.json");
    writeFileSync(`${file}.new`, JSON.stringify(faults));
    renameSync(`${file}.new`, file);
  }
}
