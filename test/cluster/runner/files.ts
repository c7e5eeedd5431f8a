import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const folder = join(import.meta.dirname, "..");

/** `real-time`: what takes minutes, because a controller takes them. */
type Tests = "e2e" | "real-time";

/** Every `*.e2e.ts`, or those whose path contains one of these parts. */
export function testFiles(wanted: readonly string[], tests: Tests = "e2e"): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(`.${tests}.ts`))
    .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
    .map((file) => join(folder, file))
    .sort();
}

/** The files of this folder that a file imports, and those that they import. */
export function importedBy(file: string, found: Set<string> = new Set()): ReadonlySet<string> {
  const text = readFileSync(file, "utf8");
  for (const [, path = ""] of text.matchAll(/^(?:import|export|\}) .*?from "(\.[^"]+)";$/gm)) {
    const imported = join(dirname(file), path);
    if (!imported.startsWith(folder) || found.has(imported)) continue;
    found.add(imported);
    importedBy(imported, found);
  }
  return found;
}

export function inFolder(path: string): string {
  return join(folder, path);
}
