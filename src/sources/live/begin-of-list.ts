import type { BeginReader } from "../../connection/http/whole-body.ts";
import type { BeginOfList, Draft } from "../../object-store/index.ts";
import { beginIn } from "../../object-store/index.ts";
import { PageTaker } from "./page-taker.ts";

/** A page of a list that is asked for. */
interface Expected {
  /** `PodList`. */
  readonly kind: string;
  /** Where its objects can be packed while it comes; `undefined` if they are not to be packed. */
  draft(): Draft | undefined;
}

/** Reads where a list goes on from the first bytes of its page, which is in protobuf; in JSON it is not looked for. */
export function beginOfList({ kind, draft }: Expected): {
  readonly reader: BeginReader;
  readonly token: Promise<string>;
} {
  let found = (_: string) => {};
  const token = new Promise<string>((resolve) => {
    found = resolve;
  });
  let known: BeginOfList | undefined;

  function read(bytes: Buffer): "more" | "enough" {
    const begin = beginIn(bytes);
    known = undefined;
    if (begin === "more") return "more";
    if (begin === "another") return "enough";
    known = begin;
    if (begin.token !== undefined) found(begin.token);
    return "enough";
  }

  function taker(): PageTaker | undefined {
    if (known?.kind !== kind) return undefined;
    if (known.from === known.to) return new PageTaker(known);
    const page = draft();
    return page === undefined ? undefined : new PageTaker(known, page);
  }

  return { reader: { read, taker }, token };
}
