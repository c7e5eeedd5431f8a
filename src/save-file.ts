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
