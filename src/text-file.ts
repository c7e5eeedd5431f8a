import { randomBytes } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";

/** Writes a file that only its owner can read: whole, or not at all. */
export async function saveFile(path: string, text: string): Promise<void> {
  const beside = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  const file = await open(beside, "wx", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
    await file.close();
    await rename(beside, path);
  } catch (problem) {
    await file.close().catch(() => {});
    await rm(beside, { force: true });
    throw problem;
  }
}

/** No file that a person means is larger. */
const mostBytes = 64 * 1024 ** 2;

/** The text of a file, read at once. */
export async function readText(path: string): Promise<string> {
  const file = await open(path, "r");
  try {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of file.createReadStream({ autoClose: false })) {
      size += chunk.length;
      if (size > mostBytes) throw new Error(`it is larger than ${mostBytes / 1024 ** 2} MiB`);
      chunks.push(chunk);
    }
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch (problem) {
    if (problem instanceof TypeError) throw new Error("it is not UTF-8 text");
    throw problem;
  } finally {
    await file.close();
  }
}
