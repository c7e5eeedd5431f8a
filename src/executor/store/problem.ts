import { flatten, ioReason, type Phrase, say, words } from "../../model/index.ts";

/** Something could not be kept on the disk. Then nothing is sent. */
export class DiskProblem extends Error {
  readonly phrase: Phrase;

  constructor(phrase: Phrase) {
    super(flatten(phrase, (data) => JSON.stringify(data)));
    this.name = "DiskProblem";
    this.phrase = phrase;
  }
}

/** Does it, or throws what could not be done to which path. */
export async function tried<T>(what: string, path: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (problem) {
    if (problem instanceof DiskProblem) throw problem;
    throw new DiskProblem(say`${path} could not be ${words(what)}: ${ioReason(problem)}`);
  }
}
