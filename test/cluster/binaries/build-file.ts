import { readFileSync } from "node:fs";
import type { PinnedModule } from "../versions.ts";
import { moduleFolder } from "./module-folder.ts";

const staged = /^\s*(k8s\.io\/\S+) v0\.0\.0$/gm;
const replacement = /^(?:replace\s|\s)\s*(\S+)(?: v\S+)? => (\S+) (v\S+)$/gm;
const language = /^(?:go|godebug) .+$/gm;

/**
 * A go.mod with which a module's programs can be built from outside: `replace` counts only in the main module, so the
 * module's own replacements are repeated. Kubernetes requires its published parts as v0.0.0; v1.36.3 means v0.36.3.
 */
export async function buildFile(module: PinnedModule): Promise<string> {
  const upstream = readFileSync((await moduleFolder(module)).GoMod, "utf8");
  const parts = module.version.replace(/^v1\./, "v0.");
  const replaced = [
    ...[...upstream.matchAll(staged)].map(([, part]) => `replace ${part} => ${part} ${parts}`),
    ...[...upstream.matchAll(replacement)].map(
      ([, from, to, version]) => `replace ${from} => ${to} ${version}`,
    ),
  ];
  return [
    "module pvguard.test/build",
    ...(upstream.match(language) ?? []),
    `require ${module.path} ${module.version}`,
    ...new Set(replaced),
    "",
  ].join("\n");
}
