import type { Limits } from "../../../connection/http/limits.ts";
import type { Phrase, UnreadReason } from "../../../model/index.ts";
import type { SettledList } from "../../packed/index.ts";
import type { BuiltIn } from "../../protobuf/index.ts";
import type { Address } from "../paths.ts";
import type { PlainConnection, PlainFailure } from "./plain.ts";

/** A list, and where it is. */
export interface ListAt {
  readonly resource: BuiltIn;
  readonly apiVersion: string;
  readonly address: Address;
}

/** What the second thread is to read, and how. */
export interface Task extends ListAt {
  /** Objects in one answer; 0 for all of them. */
  readonly chunkSize: number;
  readonly connection: PlainConnection;
  readonly userAgent: string;
  readonly limits: Limits;
}

/** What the second thread is told. `halve`: the server wants fewer requests at a time. */
export type Told = { readonly do: "read"; readonly task: Task } | { readonly do: "halve" };

/** What the second thread says. `loaded`: once, at its begin. `throttled`: the server has said 429. `end`: of a task. */
export type Said =
  | { readonly says: "loaded" }
  | { readonly says: "progress"; readonly read: number; readonly expected: number | undefined }
  | { readonly says: "throttled" }
  | { readonly says: "notice"; readonly line: Phrase }
  | { readonly says: "end"; readonly outcome: Outcome; readonly warnings: readonly string[] };

/**
 * What a list came to. `malformed`: it cannot be read as protobuf. `undecided`: the second thread cannot tell; the caller
 * has to read it.
 */
export type Outcome =
  | {
      readonly came: "list";
      readonly list: SettledList;
      readonly skipped: readonly string[];
      readonly moment: "one" | "mixed";
    }
  | {
      readonly came: "refusal";
      readonly reason: UnreadReason;
      readonly detail: string;
      readonly status: number | undefined;
      readonly fault: PlainFailure | undefined;
    }
  | { readonly came: "failure"; readonly failure: PlainFailure }
  | { readonly came: "malformed"; readonly problem: string }
  | { readonly came: "undecided" };

/** Another thread of this process, as its caller sees it. */
export interface Thread {
  tell(told: Told): void;
  /** @param gone it has ended, or cannot go on */
  hear(said: (said: Said) => void, gone: () => void): void;
  end(): void;
}
