import assert from "node:assert/strict";
import { test } from "node:test";
import { Failure } from "../../src/commands/failure.ts";
import { say } from "../../src/kubernetes/index.ts";
import { claim, pod } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";
import { memorySource } from "./support/memory-source.ts";
import { runCommand } from "./support/run-command.ts";

const objects = [
  claim({
    name: "data",
    namespace: "shop",
    phase: "Bound",
    volumeName: "pv-1",
    deletionTimestamp: true,
    finalizers: ["kubernetes.io/pvc-protection"],
  }),
  pod({ name: "import", namespace: "shop", phase: "Succeeded", claims: ["data"] }),
];

/** What is printed, and what is written to which file. */
async function session(line: string, more: Parameters<typeof runCommand>[2] = {}) {
  const files: Record<string, string> = {};
  const ran = await runCommand(line.split(" "), memorySource(snapshotOf(objects), "shop"), {
    saveOutput: async (path, pieces) => {
      files[path] = [...pieces].join("");
    },
    ...more,
  });
  return { ...ran, files };
}

const commands = [
  [
    "audit -n shop",
    ["json", "yaml", "sarif", "junit", "csv", "markdown", "prometheus", "name", "wide", "text", "html"],
  ],
  ["why pvc/data", ["json", "yaml", "name", "wide", "brief", "text"]],
  ["why pvc", ["json", "name"]],
  ["blockers pvc/data", ["json", "yaml", "name", "wide"]],
] as const;

for (const [command, formats] of commands) {
  test(`${command}: each file has what -o prints, and the terminal what it has without -o`, async () => {
    const all = await session(
      `${command} ${formats.map((format) => `-o ${format}=${format}.out`).join(" ")}`,
    );
    const plain = await session(command);
    assert.notEqual(plain.out, "");
    assert.deepEqual([all.out, all.err, all.code], [plain.out, plain.err, plain.code]);
    for (const format of formats) {
      const alone = await session(`${command} -o ${format}`);
      assert.equal(all.files[`${format}.out`], alone.out, format);
    }
  });
}

test("chains are drawn wherever the page goes", async () => {
  assert.match((await session("audit -o html")).out, /<svg role="img"/);
  const { files } = await session("audit -o json -o html=page.html");
  assert.match(files["page.html"] ?? "", /<svg role="img"/);
});

test("one format can be printed beside files, and - is standard output", async () => {
  const { out, files } = await session("why pvc/data -oname -ojson=a.json");
  assert.equal(out, "persistentvolumeclaim/data\n");
  assert.deepEqual(Object.keys(files), ["a.json"]);
  assert.equal((await session("why pvc/data -o name=-")).out, out);
});

test("a template is applied to the document that -o json prints", async () => {
  const path = await session(
    'audit -n shop -o jsonpath={range\u00a0.findings[*]}{.code}{"/"}{.object.name}{end}'.replace(
      "\u00a0",
      "\t",
    ),
  );
  assert.equal(
    path.err,
    "error: error parsing jsonpath {range\\t.findings[*]}{.code}{\"/\"}{.object.name}{end}, unrecognized character in action: U+0009 '\\t'\n",
  );
  assert.equal((await session("audit -n shop -o jsonpath={.findings[*].code}")).out, "PVG101 PVG107");
  assert.equal((await session("why pvc/data -o jsonpath-as-json={.kind}")).out, '[\n    "Report"\n]\n');
  assert.equal(
    (await session("why pvc/data -o custom-columns=NAME:.object.name,STATE:state --no-headers")).out,
    "data   Terminating\n",
  );
  assert.equal((await session("audit -n shop -o custom-columns=CODE:code")).out, "CODE\nPVG101\nPVG107\n");
  const file = { readFile: async () => "OF\n.object.kind\n" };
  assert.equal(
    (await session("blockers pvc/data -o custom-columns-file=f", file)).out,
    "OF\nPersistentVolumeClaim\n",
  );
});

test("files have no colors and no width of a terminal", async () => {
  const wide = { write: () => {}, sent: async () => {}, columns: 200, isTerminal: true };
  const onTerminal = await session("audit -n shop -o text=a", { color: "always", out: wide });
  assert.equal(onTerminal.files.a, (await session("audit -n shop -o text=a")).files.a);
});

test("a file that cannot be written decides the exit code, and keeps no other from being written", async () => {
  const written: string[] = [];
  const { out, err, code } = await session("audit -n shop -o json=a -o csv=b", {
    saveOutput: async (path) => {
      if (path === "a")
        throw new Failure("local-io", say`error: could not write ${path}: no space left on device`);
      written.push(path);
    },
  });
  assert.match(out, /^1 problem/m);
  assert.deepEqual([err, code, written], ["error: could not write a: no space left on device\n", 2, ["b"]]);
});

test("a document about an object that was not found is not written", async () => {
  const { files, code } = await session("why pvc/absent -o json=a");
  assert.deepEqual([files, code], [{}, 2]);
});

const refusals = [
  [
    "audit -o json -o yaml",
    "error: only one -o can print to standard output: write the others to files, as in -o json=FILE\n",
  ],
  ["audit -o json=a -o csv=a", "error: -o names the file a for two formats\n"],
  ["audit -o json=a -o csv=./a", "error: -o names the file ./a for two formats\n"],
  ["audit -o json=/x/a -o csv=//x/.//a", "error: -o names the file //x/.//a for two formats\n"],
  ["audit -o json=", "error: -o json= names no file\n"],
  [
    "blockers pvc/data -o xml=a",
    'error: unable to match a printer suitable for the output format "xml=a", allowed formats are: custom-columns,custom-columns-file,json,jsonpath,jsonpath-as-json,jsonpath-file,name,table,wide,yaml\n',
  ],
  ["why pvc/data -o jsonpath={.a", "error: error parsing jsonpath {.a, unclosed action\n"],
  ["audit -o jsonpath=", "error: template format specified but no template given\n"],
  [
    "audit -o custom-columns=A",
    "error: unexpected custom-columns spec: A, expected <header>:<json-path-expr>\n",
  ],
  [
    "audit -o go-template={{.}}",
    "error: pvguard has no Go templates (-o go-template): use -o jsonpath=TEMPLATE\n",
  ],
] as const;

for (const [line, message] of refusals) {
  test(`refused before anything is asked: ${line}`, async () => {
    const open = async () => assert.fail("the cluster was asked");
    const { err, code } = await session(line, { open });
    assert.deepEqual([err, code], [message, 2]);
  });
}

test("a file that cannot be written is refused before anything is asked", async () => {
  const { err, code } = await session("audit -o json=no/a.json", {
    open: async () => assert.fail("the cluster was asked"),
    requireWritable: async (path) => {
      throw new Failure("local-io", say`error: could not write ${path}: no such file or directory`);
    },
  });
  assert.deepEqual([err, code], ["error: could not write no/a.json: no such file or directory\n", 2]);
});
