import { readFileSync, writeFileSync } from "node:fs";

const byEnv = "#!/usr/bin/env node\n";

/**
 * One line that is a comment behind a text to Node.js, and a command to a shell. Whoever says in NODE_OPTIONS which authorities count
 * is left alone: Node.js refuses two flags that disagree.
 */
const byShell = `#!/bin/sh
":" //; case "$NODE_OPTIONS" in *-ca*) exec node "$0" "$@";; esac; exec node --use-openssl-ca "$0" "$@"
`;

/**
 * A program of the bundle as krew installs it: on systems that have a shell, which can hand Node.js a flag. With
 * `--use-openssl-ca`, Node.js 20 and 22 do not read authorities that nobody asks about (docs/adr/0018).
 */
export function startedByShell(program: string): string {
  if (!program.startsWith(byEnv)) throw new Error("the program does not begin as programs for Node.js do");
  return byShell + program.slice(byEnv.length);
}

/** Writes a program of a bundle as krew installs it. */
export function installAsKrew(program: string, path: string): void {
  writeFileSync(path, startedByShell(readFileSync(program, "utf8")), { mode: 0o755 });
}
