import { randomBytes } from "node:crypto";
import { access, constants, open, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/** Who may read a file that is written: its owner alone, or those that the umask, or the mode of the file that is there, allows. */
type Readers = "owner" | "as usual";

/** Writes a file: whole, or not at all. What is no regular file, such as a pipe, is written to as it is. */
export async function saveFile(
  path: string,
  pieces: Iterable<string>,
  readers: Readers = "owner",
): Promise<void> {
  const there = readers === "owner" ? undefined : await stat(path).catch(() => undefined);
  if (there !== undefined && !there.isFile()) return await writeFile(path, pieces);
  const target = there === undefined ? path : await realpath(path);
  const beside = `${target}.${randomBytes(6).toString("hex")}.tmp`;
  const file = await open(beside, "wx", readers === "owner" ? 0o600 : 0o666);
  try {
    await writeFile(file, pieces);
    if (there !== undefined) await file.chmod(there.mode & 0o777);
    await file.sync();
    await file.close();
    await rename(beside, target);
  } catch (problem) {
    await file.close().catch(() => {});
    await rm(beside, { force: true });
    throw problem;
  }
}

/** Throws what the operating system says where a file could not be saved there. Writes nothing. */
export async function requireWritable(path: string): Promise<void> {
  const there = await stat(path).catch(() => undefined);
  if (there?.isDirectory() === true) throw Object.assign(new Error("a directory"), { code: "EISDIR" });
  if (there !== undefined) await access(path, constants.W_OK);
  if (there === undefined || there.isFile()) await access(`${dirname(path)}/.`, constants.W_OK);
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
