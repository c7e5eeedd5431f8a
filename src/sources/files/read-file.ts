import { say } from "../../model/index.ts";
import type { TypeMeta } from "../decode/index.ts";
import { Collector } from "./collector.ts";
import type { Contents } from "./contents.ts";
import { InputError, refuse } from "./input-error.ts";
import type { Limits } from "./limits.ts";
import { readText } from "./text-reader.ts";

interface TextFile {
  /** As the reader knows it. */
  readonly file: string;
  readonly chunks: AsyncIterable<Uint8Array>;
  /** What the items of an array are, where the path says so. */
  readonly implied?: TypeMeta;
}

export async function readContents({ file, chunks, implied }: TextFile, limits: Limits): Promise<Contents> {
  const collector = new Collector(file, limits.keep, implied);
  try {
    for await (const piece of readText(file, chunks, limits)) collector.add(piece);
  } catch (problem) {
    throw asInputError(file, problem);
  }
  return collector.contents();
}

/** What the file system says of a file that cannot be read. */
export function asInputError(file: string, problem: unknown): InputError {
  if (problem instanceof InputError) return problem;
  const code = problem instanceof Error && "code" in problem ? String(problem.code) : "";
  if (code === "") throw problem;
  return refuse({ file }, say`it cannot be read (${code})`);
}
