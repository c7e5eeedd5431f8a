import { join } from "node:path";
import { bundle } from "./build/bundle.ts";

await bundle(join(import.meta.dirname, "dist"));
