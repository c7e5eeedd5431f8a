import type { Client } from "../../../connection/http/client.ts";
import type { Connection } from "../../../connection/kubeconfig/index.ts";
import { kindOf } from "../../../model/index.ts";
import { PackedItems } from "../../packed/index.ts";
import { type BuiltIn, Malformed } from "../../protobuf/index.ts";
import type { NotRead } from "../unread.ts";
import type { ListAt, Outcome, Said, Task, Thread } from "./messages.ts";
import { canBeTold, failureOf, plainConnection } from "./plain.ts";

export type { Thread } from "./messages.ts";

/** A second thread that reads a long list while this one reads the others. */
export interface Aside {
  /** So many objects are to come of another list. With many of them the thread begins. */
  expect(objects: number): void;
  /** `here`: there is no such thread, or the list is one that this thread has to read. Throws `Malformed`. */
  read(list: ListAt & Pick<Task, "chunkSize">, progress: Progress): Promise<AsideRead | NotRead | "here">;
  /** No more lists are to come. */
  end(): void;
}

type Progress = (read: number, expected: number | undefined) => void;

export interface AsideRead {
  readonly read: true;
  readonly items: PackedItems<BuiltIn>;
  readonly skipped: readonly string[];
  readonly moment: "one" | "mixed";
}

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
  let isOver = false;

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
      if (may && !isOver && expected >= many) thread ??= start().catch(() => undefined);
    },
    async read(list, progress) {
      const used = await thread;
      if (used === undefined || line.reader.is !== "raw") {
        // Later it would find nothing left to read.
        isOver = true;
        return "here";
      }
      return await turns.lend(perList, async (places) =>
        readingOf(await outcomeFrom(used, await task(list, places), progress), list),
      );
    },
    end() {
      isOver = true;
      void thread?.then((started) => started?.end());
      thread = undefined;
    },
  };
}

function readingOf(outcome: Outcome, { resource, apiVersion }: ListAt): AsideRead | NotRead | "here" {
  switch (outcome.came) {
    case "list": {
      const { list, skipped, moment } = outcome;
      const { kind } = kindOf(resource);
      return { read: true, items: new PackedItems(resource, { apiVersion, kind }, list), skipped, moment };
    }
    case "refusal": {
      const { reason, detail, status, fault } = outcome;
      return {
        read: false,
        reason,
        detail,
        ...(status === undefined ? {} : { status }),
        ...(fault === undefined ? {} : { fault: failureOf(fault) }),
      };
    }
    case "failure":
      throw failureOf(outcome.failure);
    case "malformed":
      throw new Malformed(outcome.problem, 0);
    case "undecided":
      return "here";
  }
}
