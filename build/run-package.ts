import { join } from "node:path";
import { release } from "./package.ts";

const { archive, manifest } = await release(join(import.meta.dirname, "..", "release"));
process.stdout.write(`${archive}\n${manifest}\n`);
