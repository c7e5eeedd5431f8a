/** The templates of `-o` give what the real kubectl gives, in its words. kubectl asks a server that has one kind of objects. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import type { Template } from "../../src/render/template/index.ts";
import {
  columnsIn,
  columnsInFile,
  customColumns,
  jsonpath,
  TemplateError,
} from "../../src/render/template/index.ts";

const resource = {
  name: "reports",
  singularName: "report",
  namespaced: false,
  kind: "Report",
  verbs: ["get", "list"],
};
const document = {
  apiVersion: "x.io/v1",
  kind: "Report",
  metadata: { name: "a", labels: { "x.y/z": "dotted", "a-b": "dashed" }, annotations: {} },
  findings: [
    { code: "P1", n: 1, ok: true, object: { name: "data", tags: ["x", "y"] }, text: "<a> & b" },
    { code: "P2", n: 2, ok: false, object: { name: "logs" }, half: 0.5, none: null },
    { code: "P3", n: 3, object: { name: "it's" } },
  ],
  empty: [],
};
const other = { ...document, metadata: { name: "b" }, findings: [] };
const list = {
  apiVersion: "x.io/v1",
  kind: "ReportList",
  metadata: { resourceVersion: "1" },
  items: [document, other],
};
const answers: Readonly<Record<string, object>> = {
  "/api": { kind: "APIVersions", versions: ["v1"] },
  "/api/v1": { kind: "APIResourceList", groupVersion: "v1", resources: [] },
  "/apis": {
    kind: "APIGroupList",
    apiVersion: "v1",
    groups: [
      {
        name: "x.io",
        versions: [{ groupVersion: "x.io/v1", version: "v1" }],
        preferredVersion: { groupVersion: "x.io/v1", version: "v1" },
      },
    ],
  },
  "/apis/x.io/v1": {
    kind: "APIResourceList",
    apiVersion: "v1",
    groupVersion: "x.io/v1",
    resources: [resource],
  },
  "/apis/x.io/v1/reports": list,
  "/apis/x.io/v1/reports/a": document,
};

const server = createServer((request, response) => {
  const answer = answers[new URL(request.url ?? "", "http://x").pathname];
  response.writeHead(answer === undefined ? 404 : 200, { "content-type": "application/json" });
  response.end(JSON.stringify(answer ?? {}));
}).listen(0, "127.0.0.1");
after(() => server.close());
await once(server, "listening");
const address = server.address();
const port = typeof address === "object" ? address?.port : undefined;
const folder = await mkdtemp(join(tmpdir(), "pvguard-"));

async function kubectl(...args: readonly string[]): Promise<string> {
  const reach = ["--server", `http://127.0.0.1:${port}`, "--cache-dir", folder, "--kubeconfig", "/dev/null"];
  return await new Promise((settle) => {
    execFile("kubectl", ["get", ...args, ...reach], (problem, out, err) =>
      settle(problem === null ? out : err),
    );
  });
}

/** What pvguard would print, as the error of kubectl where it is one. */
function ours(make: () => Template, before: string, failing: string, on: unknown): string {
  let told = before;
  try {
    const template = make();
    told = failing;
    return template(on, "shown");
  } catch (problem) {
    if (!(problem instanceof TemplateError)) throw problem;
    return `error: ${told}${problem.message}`;
  }
}

const paths = [
  "{.metadata.name}",
  "{$.metadata.name}",
  "{@.kind}",
  "plain",
  "{.findings[*].code}",
  "{.findings[0].code}",
  "{.findings[-1].code}",
  "{.findings[0:2].code}",
  "{.findings[1:].code}",
  "{.findings[:-1].code}",
  "{.findings[0:3:2].code}",
  "{.findings[-2:].code}",
  "{.findings[0,2].code}",
  "{.findings[*]['code','n']}",
  "{['metadata.name','kind']}",
  "{['metadata']['name']}",
  "{.metadata.labels.x\\.y/z}",
  "{.metadata.labels['x\\.y/z']}",
  "{.metadata.labels.a-b}",
  "{..tags}",
  "{..tags[*]}",
  "{.findings[*].object.tags}",
  '{range .findings[*]}{.code}{"\\t"}{.object.name}{"\\n"}{end}',
  "{range .findings[*]}[{.code}]{end} end",
  "{range .empty[*]}{.code}{end}after",
  '{range .findings[*]}{range .object.tags[*]}{@}{"-"}{end}{.code}{" "}{end}',
  '{.findings[?(@.code=="P2")].n}',
  "{.findings[?(@.code=='P2')].n}",
  "{.findings[?(@.n>1)].code}",
  "{.findings[?(@.n>=2)].code}",
  "{.findings[?(@.n<2)].code}",
  "{.findings[?(@.n<=2)].code}",
  "{.findings[?(@.n!=2)].code}",
  "{.findings[?(@.ok==true)].code}",
  "{.findings[?(@.ok)].code}",
  "{.findings[?(@.object.tags)].code}",
  '{.findings[?(@.code>"P1")].code}',
  "{.findings[0]}",
  "{.findings[*].ok}",
  "{.findings[1].half}",
  "{.findings[1].none}",
  "{.findings[1]}",
  "{.nope}",
  "{.nope.more[*].x}",
  "{.metadata.annotations}",
  "{'it is'}",
  '{"\\u00e9\\x41"}',
  "{.kind}{1}{true}",
  '{.findings[?(@.object.name=="it\'s")].code}',
  "{.empty}",
  "{.metadata.name .kind}",
  "{}",
  "{.findings[*].object['name']}",
  // Refused.
  "{.data",
  "{.items[*",
  "{",
  "{#}",
  '{"a}',
  '{[?(@.a=="b"]}',
  "{[?(@.a)}",
  "{.a[x]}",
  "{...a}",
  "{end}",
  "{foo}",
  "{.metadata[0]}",
  "{.kind[0]}",
  "{.findings[3]}",
  "{.findings[-4]}",
  "{.findings[0:9]}",
  "{.findings[2:1]}",
  "{.findings[0:2:0]}",
  "{.metadata[?(@.a)]}",
  "{.kind[?(@.a)]}",
  '{.findings[?(@.n=="1")]}',
  "{.findings[?(@.object==1)]}",
  "{.findings[?(@.ok<true)]}",
  "{.findings[?(@.n=!1)]}",
  "{-}",
  "{.findings[?(@.object.tags[*]==1)].n}",
  '{"\\q"}',
];

for (const path of paths) {
  test(`jsonpath=${path}`, { timeout: 30_000 }, async () => {
    const theirs = await kubectl("reports.x.io", "a", "-o", `jsonpath=${path}`);
    const executing = `error executing jsonpath ${JSON.stringify(path)}: Error executing template: `;
    const made = ours(() => jsonpath(path, "text"), `error parsing jsonpath ${path}, `, executing, document);
    const first = theirs.startsWith("error: ")
      ? theirs.split(". Printing more information")[0]?.trimEnd()
      : theirs;
    assert.equal(made, first);
  });
}

test("jsonpath-as-json, of values and of ranges", async () => {
  for (const path of ["{.findings}", "{.findings[*].code}", "{.nope}", "{range .findings[*]}{.code}{end}"])
    assert.equal(
      jsonpath(path, "json")(document, "shown"),
      await kubectl("reports.x.io", "a", "-o", `jsonpath-as-json=${path}`),
    );
});

const specs = [
  "NAME:.metadata.name,KIND:kind",
  "N:{.metadata.name},LABELS:{metadata.labels}",
  "A:.findings[*].code,LAST:.nope",
  "A:.findings[1].none",
  "A:.findings[*].n,B:.findings[0].object",
  'A:.findings[?(@.code=="P2")].n',
  "A",
  "A:",
  "A:{.a}{.b}",
  "A:.findings[7].n",
  "LONGER THAN SIX:kind,X:kind",
];

for (const spec of specs) {
  test(`custom-columns=${spec}`, { timeout: 30_000 }, async () => {
    const theirs = await kubectl("reports.x.io", "-o", `custom-columns=${spec}`);
    const made = ours(() => customColumns(columnsIn(spec), "items"), "", "", list);
    assert.equal(made.trimEnd(), theirs.trimEnd());
  });
}

test("custom-columns-file", async () => {
  for (const [at, text] of ["NAME KIND\nmetadata.name {.kind}\n", "A B\n.kind\n", "A\n", ""].entries()) {
    const file = join(folder, `columns-${at}`);
    await writeFile(file, text);
    const made = ours(() => customColumns(columnsInFile(text), "items"), "", "", list);
    assert.equal(
      made.trimEnd(),
      (await kubectl("reports.x.io", "-o", `custom-columns-file=${file}`)).trimEnd(),
    );
  }
});
