/** F95 on a real file system of 256 KiB, filled up to each page: a mount that only this process and its children see. */
import assert from "node:assert/strict";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { bundle } from "../../build/bundle.ts";
import { temporary } from "../changes/executor/crash/harness.ts";
import { apiClaim, apiPod, apiVolume } from "../support/fix/objects.ts";
import type { Session } from "../support/fix/session.ts";
import { session } from "../support/fix/session.ts";
import type { JsonObject } from "../support/memory-server/index.ts";

const page = 4096;
/** Of so many: after the first run there is room for all that a second one needs. */
const pages = 64;
const room = pages * page;
/** With these both commands get through. */
const enough = 22;

/** Fills the disk, runs the command, waits for a line, makes room, and runs it again. */
const script = `
mount -t tmpfs -o size=${room},mode=700 tmpfs "$1" || exit 99
head -c "$2" /dev/zero > "$1/fill" 2>/dev/null
place=$1; shift 2
"$@" >&2; echo "first $?"
find "$place" -name "*.tmp" -o -name "*.new" | sed "s/^/left /"
echo "wait"; read -r go
rm "$place/fill"
"$@" >&2; echo "second $?"
`;

const cannot = spawnSync("unshare", ["-rm", "sh", "-c", 'mount -t tmpfs -o size=64k tmpfs "$0"', "/mnt"]);
const skip = cannot.status === 0 ? false : "this machine does not let a user mount anything (unshare -rm)";

/** As a person who wrote a lot into an annotation has it. */
function large(object: JsonObject): JsonObject {
  const metadata = object.metadata as JsonObject;
  return {
    ...object,
    metadata: {
      ...metadata,
      annotations: { ...(metadata.annotations as JsonObject), note: "x".repeat(9000) },
    },
  };
}

const objects: readonly JsonObject[] = [
  large(apiClaim("data", { deleted: "yes", finalizers: ["kubernetes.io/pvc-protection"] })),
  { apiVersion: "v1", kind: "Namespace", metadata: { name: "app", uid: "n1" } },
];

async function program(context: TestContext): Promise<string> {
  const folder = join(temporary(context), "dist");
  await bundle(folder);
  return join(folder, "main.cjs");
}

interface TwoRuns {
  readonly first: number;
  readonly second: number;
  readonly left: readonly string[];
  /** Requests that changed something, up to the end of the first run. */
  readonly sentFirst: number;
  readonly err: string;
}

async function twoRuns(
  context: TestContext,
  outfile: string,
  filled: number,
  argv: readonly string[],
  it: Session,
) {
  const place = join(temporary(context), "disk");
  mkdirSync(place, { mode: 0o700 });
  const child: ChildProcessWithoutNullStreams = spawn("unshare", [
    "-rm",
    "sh",
    "-c",
    script,
    "sh",
    place,
    String(filled),
    process.execPath,
    outfile,
    ...argv,
    "--backup-dir",
    join(place, "pvguard"),
    "--kubeconfig",
    join(it.folder, "config"),
  ]);
  let [out, err, sentFirst] = ["", "", -1];
  child.stderr.on("data", (chunk: Buffer) => {
    err += chunk.toString("utf8");
  });
  child.stdout.on("data", (chunk: Buffer) => {
    out += chunk.toString("utf8");
    if (sentFirst >= 0 || !out.includes("wait\n")) return;
    sentFirst = it.writes().length;
    child.stdin.write("go\n");
  });
  await new Promise((resolve) => child.on("close", resolve));
  const codeOf = (which: string) => Number(new RegExp(`^${which} (\\d+)$`, "m").exec(out)?.[1] ?? -1);
  const left = [...out.matchAll(/^left (.*)$/gm)].map(([, path = ""]) => path);
  const runs: TwoRuns = { first: codeOf("first"), second: codeOf("second"), left, sentFirst, err };
  return runs;
}

async function digestOf(it: Session, argv: readonly string[]): Promise<string> {
  const { out } = await it.run([...argv, "--dry-run=client", "-o", "json"]);
  return String((JSON.parse(out) as { readonly digest?: unknown }).digest);
}

const volume = (policy: string) =>
  apiVolume("pv", { finalizers: ["kubernetes.io/pv-protection"] }, { policy });

for (const [command, more, argv, done] of [
  [
    "fix",
    [volume("Retain"), large(apiPod("import", "Succeeded"))],
    ["fix", "pvc/data", "-n", "app", "--yes"],
    0,
  ],
  // No controller on this server binds anything: after the first step, the rescue waits until its timeout.
  ["rescue", [volume("Delete")], ["rescue", "pvc/data", "-n", "app", "--timeout=0"], 6],
] as const) {
  test(`F95: ${command} on a disk with room for so many pages`, { skip }, async (context) => {
    const outfile = await program(context);
    const refused: number[] = [];
    for (let free = 0; free <= enough; free += 2) {
      const it = await session(context, [...objects, ...more]);
      const confirm = command === "rescue" ? [`--confirm=${await digestOf(it, argv)}`] : [];
      const ran = await twoRuns(context, outfile, room - free * page, [...argv, ...confirm], it);
      const what = `${free} pages: ${ran.err}`;
      assert.ok([done, 5].includes(ran.first), `${ran.first}: ${what}`);
      assert.equal(ran.second, done, what);
      assert.equal(ran.first === done ? ran.sentFirst : it.writes().length, 1, what);
      assert.ok(
        ran.left.every((path) => !path.endsWith(".tmp")),
        what,
      );
      if (ran.first !== 5) continue;
      refused.push(free);
      assert.match(ran.err, /no space left|ENOSPC/, what);
      assert.match(ran.err, /Nothing (more )?was sent/, what);
      if (ran.sentFirst > 0) assert.match(ran.err, /Nothing more was sent/, what);
    }
    assert.ok(refused.includes(0) && !refused.includes(enough), refused.join());
    context.diagnostic(`refused with ${refused.join(", ")} free pages of ${pages}`);
  });
}
