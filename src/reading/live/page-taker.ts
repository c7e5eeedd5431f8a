import type { BeginReader, Taker } from "../../connection/http/whole-body.ts";
import type { BeginOfList, Draft } from "../../object-store/index.ts";
import { beginIn, closeEnvelope, Malformed } from "../../object-store/index.ts";

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

/** Behind its message an envelope has two fields more, both of which are empty where the API server writes it. */
const mostBehind = 1024;

/** A page whose objects were packed while it came. */
export class ComePage {
  readonly begin: BeginOfList;
  /** `undefined`: there are none. */
  readonly draft: Draft | undefined;

  constructor(begin: BeginOfList, draft: Draft | undefined) {
    this.begin = begin;
    this.draft = draft;
  }
}

/** Packs the objects of a page while it comes. Its value is a `ComePage`, or a `Malformed`. */
class PageTaker implements Taker {
  readonly #begin: BeginOfList;
  readonly #draft: Draft | undefined;
  /** Bytes that have come. */
  #come = 0;
  #behind: Buffer = Buffer.alloc(0);
  #problem: Malformed | undefined;

  /** @param draft must be there if there are objects */
  constructor(begin: BeginOfList, draft?: Draft) {
    this.#begin = begin;
    this.#draft = draft;
  }

  add(piece: Buffer): void {
    if (this.#problem !== undefined) return;
    try {
      this.#take(piece);
    } catch (problem) {
      this.#refuse(problem);
    }
  }

  end(): ComePage | Malformed {
    if (this.#problem !== undefined) return this.#problem;
    try {
      if (this.#come < this.#begin.to) throw new Malformed("a message that breaks off", this.#come);
      closeEnvelope(this.#behind);
      return new ComePage(this.#begin, this.#draft);
    } catch (problem) {
      return this.#refuse(problem);
    }
  }

  drop(): void {
    this.#draft?.drop();
  }

  #take(piece: Buffer): void {
    const from = this.#begin.from - this.#come;
    const to = this.#begin.to - this.#come;
    this.#come += piece.length;
    // Nearly every piece is of objects alone.
    if (from <= 0 && piece.length <= to) {
      this.#draft?.add(piece);
      return;
    }
    if (from < to && to > 0) this.#draft?.add(piece.subarray(Math.max(from, 0), to));
    if (to < piece.length) this.#addBehind(piece.subarray(Math.max(to, 0)));
  }

  #addBehind(bytes: Buffer): void {
    if (this.#behind.length + bytes.length > mostBehind)
      throw new Malformed("more than a message", this.#come);
    this.#behind = Buffer.concat([this.#behind, bytes]);
  }

  /** The rest of what cannot be read is passed over: the connection is still good. */
  #refuse(problem: unknown): Malformed {
    this.drop();
    if (!(problem instanceof Malformed)) throw problem;
    this.#problem = problem;
    return problem;
  }
}
