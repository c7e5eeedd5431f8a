import { flatten, type Phrase, say, words } from "../../model/index.ts";

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
    throw new DiskProblem(say`${path} could not be ${words(what)}: ${reasonOf(codeOf(problem))}`);
  }
}

export function codeOf(problem: unknown): string {
  if (!(problem instanceof Error)) return String(problem);
  return "code" in problem ? String(problem.code) : problem.message;
}

const reasons: ReadonlyMap<string, string> = new Map([
  ["EACCES", "permission denied"],
  ["EDQUOT", "disk quota exceeded"],
  ["EEXIST", "a file with this name already exists"],
  ["EISDIR", "is a directory"],
  ["ELOOP", "is a symbolic link"],
  ["ENOENT", "no such file or directory"],
  ["ENOSPC", "no space left on device"],
  ["ENOTDIR", "a part of the path is not a directory"],
  ["EPERM", "operation not permitted"],
  ["EROFS", "the file system is read-only"],
]);

function reasonOf(code: string): Phrase {
  const reason = reasons.get(code);
  return reason === undefined ? say`${code}` : words(reason);
}
