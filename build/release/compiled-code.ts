/**
 * Writes the compiled code of the program: `node compiled-code.ts PROGRAM OUTPUT`. Run by the Node.js that the executable is
 * made from. Only what has been called is compiled, so the program runs a few commands first.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Script } from "node:vm";

const [, , program = "", output = ""] = process.argv;
const example = join(import.meta.dirname, "..", "..", "docs", "example");

/** As `src/program/in-executable.ts` does. */
const script = new Script(readFileSync(program, "latin1"), { filename: "program.js" });
const { run } = script.runInThisContext()((name: string) => process.getBuiltinModule(name)) as {
  run(argv: readonly string[], host: object): Promise<number>;
};

/** It knows nothing: what asks a cluster is compiled, too. */
const server = createServer((_, response) => {
  response.statusCode = 404;
  response.setHeader("content-type", "application/json");
  response.end(
    JSON.stringify({ apiVersion: "v1", kind: "Status", status: "Failure", reason: "NotFound", code: 404 }),
  );
});
await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const silent = { write: (_: string, done: () => void) => done(), on() {} };
const host = {
  stdout: silent,
  stderr: silent,
  stdin: process.stdin,
  env: {},
  platform: process.platform,
  userNumber: undefined,
  cwd: () => process.cwd(),
  now: () => Date.now(),
  random: () => 0.5,
  killGroup() {},
  interrupted: new AbortController().signal,
  about: { version: "v0.0.0", runtime: "node", path: "kubectl-pvguard" },
};

const sessions: readonly (readonly [line: string, code: number])[] = [
  [`why pvc/data-0 -n shop --from ${example}`, 0],
  [`audit --from ${example}`, 1],
  [`why pvc/data-0 -n shop -s ${url}`, 3],
  [`audit -s ${url}`, 4],
];
for (const [line, expected] of sessions) {
  const code = await run(line.split(" "), host);
  if (code !== expected) throw new Error(`${line} ended with ${code}, not with ${expected}`);
}
writeFileSync(output, script.createCachedData());
// Without waiting for connections that are kept alive.
process.exit(0);
