import { flatten, type ObjectRef, type Phrase, timestamp, toRequest, type Write } from "../../model/index.ts";
import type { ApprovedPlan } from "../plan/approve.ts";
import type { SavedObject } from "../store/backup.ts";
import type { Journal, JournalLine } from "../store/journal.ts";
import type { World } from "../world.ts";
import { placeOf, type WriteEnd } from "../write/write-end.ts";

/** Writes the lines of one run. */
export interface Recorder {
  readonly run: string;
  /** What is about to be sent. Throws a `DiskProblem`, and then it is not sent. Gives what its result is recorded under. */
  intent(write: Write, because: readonly string[], saved: readonly SavedObject[]): Promise<string>;
  result(id: string, end: WriteEnd): Promise<void>;
  /** Something was not begun. */
  decision(object: ObjectRef, end: WriteEnd): Promise<void>;
}

export function recorder(
  world: World,
  journal: Journal,
  { plan, digest }: ApprovedPlan,
  run: string,
  user: string | undefined,
): Recorder {
  const { edge } = world;
  let writes = 0;

  async function record(event: JournalLine["event"], write: string, fields: object): Promise<void> {
    const line: JournalLine = { time: timestamp(edge.now()), event, write, ...fields };
    await journal.record(line);
    edge.tell({ told: "recorded", line });
  }

  const scene = { version: edge.version, plan: digest, server: plan.server, context: plan.context, user };
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
