import { flatten, type Phrase, say } from "../../model/index.ts";

/** Where in the input something stands. Lines and columns count from 1. */
export interface Place {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
}

/** Input that pvguard refuses to read, and why. */
export class InputError extends Error {
  readonly phrase: Phrase;

  constructor(phrase: Phrase) {
    super(flatten(phrase, (data) => JSON.stringify(data).slice(1, -1)));
    this.name = "InputError";
    this.phrase = phrase;
  }
}

/** The input as a whole is more than pvguard was told to read. */
export class LimitError extends InputError {}

export function refuse(place: Place, problem: Phrase): InputError {
  return new InputError(say`${placeName(place)}: ${problem}`);
}

function placeName(place: Place): Phrase {
  if (place.line === undefined) return say`${place.file}`;
  if (place.column === undefined) return say`${place.file}, line ${place.line}`;
  return say`${place.file}, line ${place.line}, column ${place.column}`;
}
