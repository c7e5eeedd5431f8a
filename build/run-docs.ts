import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { generatedDocs, stalePages } from "./docs.ts";

const root = join(import.meta.dirname, "..");
const generated = await generatedDocs();
for (const [file, text] of generated) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}
for (const file of stalePages(generated)) rmSync(join(root, file));
