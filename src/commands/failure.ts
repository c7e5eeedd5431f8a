import { flatten, type Phrase } from "../model/index.ts";
import type { FailureKind } from "./exit-code.ts";

/** The end of a run that could not answer. `phrase` is the whole text for standard error, with its `error: `. */
export class Failure extends Error {
  readonly kind: FailureKind;
  readonly phrase: Phrase;

  constructor(kind: FailureKind, phrase: Phrase) {
    super(flatten(phrase, (data) => JSON.stringify(data)));
    this.name = "Failure";
    this.kind = kind;
    this.phrase = phrase;
  }
}
