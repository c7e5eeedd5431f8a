/** `-o json` and `-o yaml` of the commands that write: one document by its schema, however the run ends. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Ajv } from "ajv";
import { loadAll } from "js-yaml";
import { schemas } from "../../src/render/index.ts";
import { heldClaim, idleClaim } from "../support/fix/objects.ts";
import type { Ran, Session } from "../support/fix/session.ts";
import { isWrite, scenarioSession, session } from "../support/fix/session.ts";

const ajv = new Ajv({ allErrors: true, formats: { "date-time": true }, strictTypes: false });
const valid = {
  Rescue: ajv.compile(schemas["rescue.v1alpha1.json"]),
  Plan: ajv.compile(schemas["plan.v1alpha1.json"]),
};

interface Told {
  readonly kind: keyof typeof valid;
  readonly server: string;
  readonly errors: readonly { readonly reason: string; readonly message: string }[];
  readonly outcomes?: readonly { readonly stage: string; readonly status: string }[];
  readonly exitCode: number;
}

/** The one document of a run. */
function told({ out, code }: Ran, format: "json" | "yaml"): Told {
  const [document, ...others] = (format === "json" ? [JSON.parse(out)] : loadAll(out)) as readonly Told[];
  assert.ok(document !== undefined && others.length === 0, out);
  const validate = valid[document.kind];
  assert.ok(validate(document), JSON.stringify(validate.errors, null, 1));
  assert.equal(document.exitCode, code);
  return document;
}

const rescue = ["rescue", "pvc/data-db-0", "-n", "shop"];
const undo = ["undo", "/nowhere/backup"];
const fix = ["fix", "pvc/data", "-n", "app"];
const kindOf = (argv: readonly string[]) => (argv[0] === "fix" ? "Plan" : "Rescue");

for (const argv of [rescue, undo, fix]) {
  for (const format of ["json", "yaml"] as const) {
    test(`${argv[0]} -o ${format}: a server that cannot be reached`, async (context) => {
      const { run } = await session(context, []);
      const ran = await run([...argv, "-o", format, "--server", "http://127.0.0.1:1", "--dry-run"]);
      const document = told(ran, format);
      assert.deepEqual(
        [document.kind, document.exitCode, document.errors.map(({ reason }) => reason)],
        argv === undo ? ["Rescue", 2, ["LocalIo"]] : [kindOf(argv), 4, ["ConnectionRefused"]],
      );
      assert.ok(ran.err.includes(document.errors[0]?.message.slice(0, 20) ?? "?"), ran.err);
    });
  }

  test(`${argv[0]} -o json: a kubeconfig that cannot be used: the server is not known`, async (context) => {
    const { run } = await session(context, []);
    const document = told(await run([...argv, "-o", "json", "--context", "none"]), "json");
    assert.deepEqual([document.kind, document.server, document.exitCode], [kindOf(argv), "", 2]);
    assert.deepEqual(
      document.errors.map(({ reason }) => reason),
      ["Config"],
    );
  });
}

for (const [what, argv, code, errors] of [
  ["two objects", ["rescue", "pvc/a", "pv/b"], 2, ["Usage: specify one claim or one volume"]],
  ["no backup", ["undo"], 2, ["Usage: specify one backup"]],
  [
    "an object that is not there",
    ["fix", "pvc/none", "-n", "app"],
    2,
    ["NotFound: Error from server (NotFound)"],
  ],
  ["one of two", ["fix", "pvc/data", "pvc/none", "-n", "app", "--max", "2", "--dry-run"], 2, ["NotFound: "]],
  [
    "all namespaces",
    ["fix", "pvc/data", "-A"],
    2,
    ["Usage: --all-namespaces cannot be used with object names or --rule"],
  ],
  ["a remedy that is none", ["fix", "pvc/data", "--remedy", "magic"], 2, ["Usage: unknown remedy"]],
  ["nobody to ask", fix, 5, ["Refused: Cannot ask for confirmation without a terminal"]],
  [
    "another digest",
    [...fix, "--confirm", "0".repeat(64)],
    5,
    [`Refused: --confirm=${"0".repeat(64)} is the digest of a different plan.`],
  ],
  ["nothing to do", ["fix", "pvc/data", "-n", "app", "--dry-run"], 0, []],
] as const) {
  test(`${argv[0]} -o json: ${what}`, async (context) => {
    const { run, writes } = await session(context, what === "nothing to do" ? idleClaim : heldClaim);
    const document = told(await run([...argv, "-o", "json"]), "json");
    assert.equal(document.exitCode, code);
    const said = document.errors.map(({ reason, message }) => `${reason}: ${message}`);
    assert.equal(said.length, errors.length, said.join());
    for (const [at, error] of errors.entries())
      assert.ok(said[at]?.startsWith(error), `${said[at]} is not ${error}`);
    assert.deepEqual(writes(), []);
  });
}

async function digestOf({ run }: Session, argv: readonly string[]): Promise<string> {
  const { out } = await run([...argv, "--dry-run", "-o", "json"]);
  return (JSON.parse(out) as { readonly digest: string }).digest;
}

test("rescue -o json: the connection is lost after the first step: what was done is told, and the error", async (context) => {
  let hasWritten = false;
  const opened: Session = await scenarioSession(context, "e08-claims-of-a-set-deleted", {
    instead: (request) => {
      hasWritten ||= isWrite(request) && !request.path.includes("persistentvolumes");
      if (hasWritten && request.query.has("limit")) void opened.server.close();
      return undefined;
    },
  });
  const digest = await digestOf(opened, rescue);
  const document = told(await opened.run([...rescue, "-o", "json", "--confirm", digest]), "json");
  assert.deepEqual(
    document.outcomes?.map(({ stage, status }) => `${stage} ${status}`),
    ["retain done", "retain done", "stop done"],
  );
  assert.deepEqual([document.exitCode, document.errors.length], [4, 1]);
});

test("fix -o json: a person who interrupts gets the document too", async (context) => {
  const person = new AbortController();
  const opened = await session(context, heldClaim, {
    instead: (request) => {
      if (request.query.get("dryRun") === "All" || request.body.includes("dryRun")) person.abort();
      return undefined;
    },
  });
  const digest = await digestOf(opened, fix);
  const document = told(
    await opened.run([...fix, "-o", "json", "--confirm", digest], { interrupted: person.signal }),
    "json",
  );
  assert.equal(document.exitCode, 130);
  assert.deepEqual(opened.writes(), []);
});
