/** Compiles the packer (src/object-store/packer) to WebAssembly, unless that was done since it was changed. */
import { mkdir, readdir, rename, stat } from "node:fs/promises";
import { join, relative } from "node:path";

const root = join(import.meta.dirname, "..");
const source = join(root, "src/object-store/packer");
const compiled = join(root, "src/object-store/packer.wasm");
const scratch = join(root, ".cache");

/** The path of the file. */
export async function makePacker(): Promise<string> {
  if (await isStale()) await compile();
  return compiled;
}

async function isStale(): Promise<boolean> {
  const made = await changedAt(compiled);
  const files = (await readdir(source)).map((name) => join(source, name));
  const changed = await Promise.all([source, ...files, import.meta.filename].map(changedAt));
  return changed.some((time) => time > made);
}

/** Milliseconds since 1970; 0 for a file that does not exist. */
async function changedAt(path: string): Promise<number> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}

async function compile(): Promise<void> {
  // It takes a second to load, and is seldom needed.
  const { main } = await import("assemblyscript/asc");
  await mkdir(scratch, { recursive: true });
  const made = join(scratch, `packer-${process.pid}.wasm`);
  const options = ["--outFile", relative(root, made), "--runtime", "minimal", "--use", "abort="];
  const { error, stderr } = await main(
    [relative(root, join(source, "index.ts")), "-O3", "--noAssert", "--baseDir", root, ...options],
    {},
  );
  if (error !== null) throw new Error(`the packer does not compile\n${stderr.toString()}`);
  // A process that runs beside this one finds the old file or the new one.
  await rename(made, compiled);
}
