import { kindOf } from "../../../model/index.ts";
import { PackedItems } from "../../packed/index.ts";
import { type BuiltIn, Malformed } from "../../protobuf/index.ts";
import type { NotRead } from "../unread.ts";
import type { ListAt, Outcome } from "./messages.ts";
import { failureOf } from "./plain.ts";

export interface AsideRead {
  readonly read: true;
  readonly items: PackedItems<BuiltIn>;
  readonly skipped: readonly string[];
  readonly moment: "one" | "mixed";
}

/** What came of a list in the second thread, as this one would have had it. `here`: it has to be read by this one. Throws `Malformed`. */
export function readingOf(outcome: Outcome, { resource, apiVersion }: ListAt): AsideRead | NotRead | "here" {
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
