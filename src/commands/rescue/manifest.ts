import { isRecord, say } from "../../kubernetes/index.ts";
import { Failure } from "../failure.ts";
import type { Surroundings } from "../surroundings.ts";

/** The manifest in a file as JSON, in the form that the server would send. */
export async function manifestIn(
  file: string,
  surroundings: Pick<Surroundings, "readFile">,
): Promise<string | undefined> {
  if (file === "") return undefined;
  const text = await surroundings.readFile(file);
  const { documentIn } = await import("../../reading/files/index.ts");
  const document = documentIn(text, file);
  if (!isRecord(document)) throw new Failure("usage", say`error: ${file} does not contain a manifest`);
  return JSON.stringify(document);
}
