import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { generatedDocs } from "./docs.ts";

for (const [file, text] of await generatedDocs()) {
  const path = join(import.meta.dirname, "..", file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
