import type { Taker } from "../../connection/http/whole-body.ts";
import type { BeginOfList, Draft } from "../../object-store/index.ts";
import { closeEnvelope, Malformed } from "../../object-store/index.ts";

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
export class PageTaker implements Taker {
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
