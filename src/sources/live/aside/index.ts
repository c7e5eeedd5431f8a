import type { Client } from "../../../connection/http/client.ts";
import type { Connection } from "../../../connection/kubeconfig/index.ts";
import type { NotRead } from "../unread.ts";
import type { ListAt, Outcome, Said, Task, Thread } from "./messages.ts";
import { canBeTold, plainConnection } from "./plain.ts";
import { type AsideRead, readingOf } from "./reading-of.ts";

export type { Thread } from "./messages.ts";
export type { AsideRead } from "./reading-of.ts";

/** A second thread that reads one list, the longest, while this one reads the others. */
export interface Aside {
  /** So many objects are to come of another list. With many of them the thread begins. */
  expect(objects: number): void;
  /**
   * Only the first list is read there, if any is. `here`: there is no such thread, it is not the first, or it is one that this
   * thread has to read. Throws `Malformed`.
   */
  read(list: ListAt & Pick<Task, "chunkSize">, progress: Progress): Promise<AsideRead | NotRead | "here">;
  /** No more lists are to come. */
  end(): void;
}

type Progress = (read: number, expected: number | undefined) => void;

/** With fewer objects, beginning a thread takes longer than it saves. */
const many = 20_000;
/** Requests that are under way at a time for a list: its next page begins while one is still coming. */
const perList = 2;

export function aside(client: Client, start: () => Promise<Thread>): Aside {
  const { line, turns } = client;
  const { connection, surroundings } = line;
  const may = canBeTold(connection, surroundings) && turns.places > perList;
  let expected = 0;
  let thread: Promise<Thread | undefined> | undefined;
  let isTaken = false;

  async function task(list: ListAt & Pick<Task, "chunkSize">, places: number): Promise<Task> {
    const compression: Connection["compression"] = line.compression.accepted() === undefined ? "off" : "on";
    return {
      ...list,
      connection: await plainConnection(connection, compression),
      userAgent: surroundings.userAgent,
      limits: { ...line.limits, inFlight: places, early: places },
    };
  }

  function outcomeFrom(used: Thread, told: Task, progress: Progress): Promise<Outcome> {
    return new Promise((resolve) => {
      const gone = () => resolve({ came: "undecided" });
      surroundings.signal?.addEventListener("abort", gone, { once: true });
      client.whenThrottled(() => used.tell({ do: "halve" }));
      used.hear((said) => heard(said, progress, resolve), gone);
      used.tell({ do: "read", task: told });
    });
  }

  function heard(said: Said, progress: Progress, end: (outcome: Outcome) => void): void {
    switch (said.says) {
      case "loaded":
        return;
      case "progress":
        progress(said.read, said.expected);
        return;
      case "throttled":
        turns.halve();
        return;
      case "notice":
        surroundings.notice(said.line);
        return;
      case "end":
        client.warn(said.warnings);
        end(said.outcome);
    }
  }

  return {
    expect(objects) {
      expected += objects;
      // Where none can be started, there is none.
      if (may && !isTaken && expected >= many) thread ??= start().catch(() => undefined);
    },
    async read(list, progress) {
      const isFirst = !isTaken;
      isTaken = true;
      const used = isFirst ? await thread : undefined;
      if (used === undefined || line.reader.is !== "raw") return "here";
      return await turns.lend(perList, async (places) => {
        line.agents.closeIdle();
        return readingOf(await outcomeFrom(used, await task(list, places), progress), list);
      });
    },
    end() {
      isTaken = true;
      void thread?.then((started) => started?.end());
      thread = undefined;
    },
  };
}
