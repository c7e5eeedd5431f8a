import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { generatedDocs } from "./docs.ts";

for (const [file, text] of await generatedDocs()) {
  writeFileSync(join(import.meta.dirname, "..", file), text);
}
