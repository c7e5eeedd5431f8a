import { join } from "node:path";
import type { ObjectRef, Phrase } from "../../kubernetes/index.ts";
import { flatten, isRecord, kindNamed, own, parsedJson, textIn, timestamp } from "../../kubernetes/index.ts";
import type { Edit, Write } from "../../report/index.ts";
import { toRequest } from "../../report/index.ts";
import type { ApprovedPlan } from "./approve.ts";
import type { SavedObject } from "./backup.ts";
import type { FileSystem } from "./file-system.ts";
import { orFileProblem, privateFile, privateFolder } from "./file-system.ts";
import type { JournalLine, Outside, WriteEnd } from "./outside.ts";
import { placeOf } from "./outside.ts";

/** What was done and when, in JSON Lines, for the owner alone. Lines are added, and never changed. */
interface Journal {
  readonly path: string;
  /** On the disk when it returns. Throws a `FileProblem`. */
  record(line: JournalLine): Promise<void>;
  /** What earlier runs recorded, the oldest first. */
  readonly earlier: readonly JournalLine[];
  /** Intents of earlier runs without a recorded result: they may have changed something. */
  readonly unfinished: readonly JournalLine[];
}

const name = "journal.jsonl";
const encoder = new TextEncoder();

/** Throws a `FileProblem` when others could write there. */
export async function openJournal(files: FileSystem, directory: string): Promise<Journal> {
  await privateFolder(files, directory);
  const path = join(directory, name);
  const isNew = (await privateFile(files, path)) === "missing";
  const text = isNew ? "" : new TextDecoder().decode(await orFileProblem("read", path, files.read(path)));
  const earlier = text.split("\n").flatMap(lineIn);
  /** A crash or a full disk can leave half a line, which must not swallow the next one. */
  let torn = text !== "" && !text.endsWith("\n");
  let synced = !isNew;
  return {
    path,
    earlier,
    unfinished: unfinishedIn(earlier),
    async record(line) {
      const bytes = encoder.encode(`${torn ? "\n" : ""}${JSON.stringify(line)}\n`);
      torn = true;
      await orFileProblem("written", path, files.append(path, bytes));
      torn = false;
      if (!synced) await orFileProblem("saved", directory, files.syncDirectory(directory));
      synced = true;
    },
  };
}

function unfinishedIn(lines: readonly JournalLine[]): readonly JournalLine[] {
  const open = new Map<string, JournalLine>();
  for (const line of lines) {
    if (line.event === "intent") open.set(line.write, line);
    else if (line.status !== "unknown") open.delete(line.write);
  }
  return [...open.values()];
}

function lineIn(text: string): readonly JournalLine[] {
  const value = parsedJson(text);
  if (!isRecord(value)) return [];
  const [time, event, write] = ["time", "event", "write"].map((field) => own(value, field));
  if (typeof time !== "string" || typeof write !== "string") return [];
  if (event !== "intent" && event !== "result" && event !== "decision") return [];
  return [{ ...value, time, event, write }];
}

/** Writes the lines of one run. */
export interface Recorder {
  readonly run: string;
  /** What is about to be sent. Throws a `FileProblem`, and then it is not sent. Gives what its result is recorded under. */
  intent(write: Write, because: readonly string[], saved: readonly SavedObject[]): Promise<string>;
  result(id: string, end: WriteEnd): Promise<void>;
  /** Something was not begun. */
  decision(object: ObjectRef, end: WriteEnd): Promise<void>;
}

export function recorder(
  outside: Outside,
  journal: Journal,
  { plan, digest }: ApprovedPlan,
  { run, user }: { readonly run: string; readonly user: string | undefined },
): Recorder {
  const { surroundings } = outside;
  let writes = 0;

  async function record(event: JournalLine["event"], write: string, fields: object): Promise<void> {
    const line: JournalLine = { time: timestamp(surroundings.now()), event, write, ...fields };
    await journal.record(line);
    surroundings.tell({ told: "recorded", line });
  }

  const scene = {
    version: surroundings.version,
    plan: digest,
    server: plan.server,
    context: plan.context,
    user,
  };
  return {
    run,
    async intent(write, because, saved) {
      const id = `${run}/${++writes}`;
      const [resource, object] = placeOf(write);
      const { method, path } = toRequest(write, "apply");
      const backup = saved.map(({ path: file, sha256 }) => ({ file, sha256 }));
      const what = { resource, object, ...intended(write), request: `${method} ${path}` };
      await record("intent", id, { ...scene, ...what, because, backup });
      return id;
    },
    async result(id, { status, detail, check, code, auditId }) {
      const known = check === undefined ? status : "unknown";
      await record("result", id, { status: known, detail: plain(detail), code, auditId });
    },
    async decision(object, { status, detail }) {
      await record("decision", run, { ...scene, object, status, detail: plain(detail) });
    },
  };
}

/** What is needed to see later whether it happened. */
function intended(write: Write): object {
  switch (write.do) {
    case "replace":
      return { do: write.do, finalizer: write.without, resourceVersion: write.target.resourceVersion };
    case "patch":
      return { do: write.do, edits: write.edits, resourceVersion: write.target.resourceVersion };
    case "delete":
      return { do: write.do, resourceVersion: write.target.resourceVersion };
    case "create":
      return { do: write.do };
  }
}

/** Data within quotes: a line of the journal cannot be made to say something else. */
function plain(phrase: Phrase): string {
  return flatten(phrase, (data) => JSON.stringify(data));
}

/** The write of an intent, as far as is needed to see whether it happened. */
export function writeIn(line: JournalLine): Write | undefined {
  const object = own(line, "object");
  if (!isRecord(object)) return undefined;
  const [apiVersion, kind, name, namespace, uid] = ["apiVersion", "kind", "name", "namespace", "uid"].map(
    (field) => textIn(object, field),
  );
  const resource = kindNamed(apiVersion ?? "", kind ?? "")?.resource;
  if (!apiVersion || !kind || !name || resource === undefined) return undefined;
  const ref: ObjectRef = { apiVersion, kind, name, ...(namespace === undefined ? {} : { namespace }) };
  if (own(line, "do") === "create") return { do: "create", resource, ref, manifest: "{}" };
  // Without a uid another object of that name could be taken for the one that was meant.
  if (uid === undefined) return undefined;
  const target = { resource, ref: { ...ref, uid }, resourceVersion: textIn(line, "resourceVersion") ?? "" };
  switch (own(line, "do")) {
    case "replace":
      return { do: "replace", target, without: textIn(line, "finalizer") ?? "", read: "" };
    case "patch": {
      const [first, ...rest] = editsIn(line);
      const uidTest = { path: "/metadata/uid", value: uid };
      return first === undefined
        ? undefined
        : { do: "patch", target, tests: [uidTest, uidTest], edits: [first, ...rest] };
    }
    case "delete":
      return { do: "delete", target };
  }
  return undefined;
}

function editsIn(line: JournalLine): readonly Edit[] {
  const edits = own(line, "edits");
  return Array.isArray(edits) ? edits.flatMap(editIn) : [];
}

function editIn(value: unknown): readonly Edit[] {
  if (!isRecord(value)) return [];
  const [path, wanted, was] = [textIn(value, "path") ?? "", own(value, "value"), own(value, "was")];
  switch (own(value, "op")) {
    case "add":
      return [{ op: "add", path, value: wanted }];
    case "replace":
      return [{ op: "replace", path, value: wanted, was }];
    case "remove":
      return [{ op: "remove", path, was }];
  }
  return [];
}
