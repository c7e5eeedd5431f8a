import type { IncomingHttpHeaders } from "node:http";
import { type BeginReader, beginning } from "./beginning.ts";
import { type Gathered, gathered } from "./gathered.ts";
import type { Taker } from "./taker.ts";

/** What a body came to. */
type Whole =
  | {
      readonly came: "bytes";
      readonly bytes: Buffer;
      /** Of bytes that are packed: who takes what is in them. */
      readonly taker?: Taker | undefined;
    }
  /** Somebody took them while they came, and made a value of them. */
  | { readonly came: "value"; readonly value: unknown };

/** A body that comes in pieces whose bytes are lent. */
export interface WholeBody {
  add(piece: Buffer): void;
  end(): Whole;
  /** The rest does not come. */
  drop(): void;
}

/** A body of which nobody sees the begin: it is kept. */
export function keptBody(headers: IncomingHttpHeaders): WholeBody {
  const body = gathered(headers["content-length"]);
  return { add: body.add, end: () => wholeOf(body), drop() {} };
}

/** A body that is kept, unless the reader of its begin has somebody who takes it. */
export async function begunBody(headers: IncomingHttpHeaders, reader: BeginReader): Promise<WholeBody> {
  const encoding = headers["content-encoding"] ?? "";
  const look = await beginning(encoding, reader);
  let begin: "more" | "enough" = "more";
  let kept: Gathered | undefined;
  let taker: Taker | undefined;
  let later: Taker | undefined;
  const keeping = () => gathered(headers["content-length"]);

  function takeOver(): void {
    const found = reader.taker();
    if (!isPlain(encoding)) {
      later = found;
      return;
    }
    taker = found;
    if (taker === undefined || kept === undefined) return;
    taker.add(kept.whole());
    kept = undefined;
  }

  return {
    add(piece) {
      if (begin === "more") {
        begin = look(piece);
        if (begin === "enough") takeOver();
      }
      if (taker !== undefined) taker.add(piece);
      else {
        kept ??= keeping();
        kept.add(piece);
      }
    },
    end: () =>
      taker === undefined
        ? { ...wholeOf(kept ?? keeping()), taker: later }
        : { came: "value", value: taker.end() },
    drop() {
      taker?.drop();
      later?.drop();
    },
  };
}

function wholeOf(body: Gathered): Extract<Whole, { came: "bytes" }> {
  return { came: "bytes", bytes: body.whole() };
}

export function isPlain(encoding: string): boolean {
  return encoding === "" || /^\s*(identity\s*)?$/i.test(encoding);
}
