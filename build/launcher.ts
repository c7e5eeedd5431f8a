import { readFileSync, writeFileSync } from "node:fs";

const byEnv = "#!/usr/bin/env node\n";

/**
 * One line that is a comment behind a text to Node.js, and a command to a shell. Of authorities it says nothing where
 * NODE_OPTIONS does: Node.js refuses two flags that disagree.
 */
const byShell = `#!/bin/sh
":" //; case "$NODE_OPTIONS" in *-ca*) ca=;; *) ca=--use-openssl-ca;; esac; exec node $ca --v8-pool-size=0 "$0" "$@"
`;

/**
 * A program of the bundle as krew installs it: on systems that have a shell, which can hand Node.js flags. With
 * `--use-openssl-ca`, Node.js 20 and 22 read only authorities that the program asks for; with `--v8-pool-size=0`, V8 has
 * as many helper threads as there are processors for them (docs/adr/0018).
 */
export function startedByShell(program: string): string {
  if (!program.startsWith(byEnv)) throw new Error("the program does not begin as programs for Node.js do");
  return byShell + program.slice(byEnv.length);
}

/** Writes a program of a bundle as krew installs it. */
export function installAsKrew(program: string, path: string): void {
  writeFileSync(path, startedByShell(readFileSync(program, "utf8")), { mode: 0o755 });
}
