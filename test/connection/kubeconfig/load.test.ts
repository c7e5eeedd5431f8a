import assert from "node:assert/strict";
import { test } from "node:test";
import { connect } from "../../../src/connection/kubeconfig/index.ts";
import { failureOf, home, kubeconfig, pretend } from "./pretend.ts";

const one = kubeconfig({ server: "https://one:6443" });
const two = JSON.stringify({
  "current-context": "y",
  clusters: [
    { name: "c", cluster: { server: "https://other:6443" } },
    { name: "d", cluster: { server: "https://two:6443" } },
  ],
  contexts: [{ name: "y", context: { cluster: "d", namespace: "shop" } }],
});

test("the file in the home directory is read when nothing else is named", async () => {
  const connection = await connect({}, pretend({ files: { [home]: one } }));
  assert.equal(connection.server.href, "https://one:6443/");
  assert.equal(connection.contextName, "x");
  assert.equal(connection.namespace, "default");
});

for (const [order, host] of [
  ["/a:/b", "one"],
  ["/b:/a", "two"],
  ["/gone::/a:/a:/b", "one"],
] as const) {
  test(`F19 KUBECONFIG=${order}: the first file wins, missing and repeated ones are passed over`, async () => {
    const files = { "/a": one, "/b": two };
    const connection = await connect({}, pretend({ files, env: { KUBECONFIG: order } }));
    assert.equal(connection.server.hostname, host);
  });
}

test("an entry of a later file can be used when no earlier file has its name", async () => {
  const surroundings = pretend({ files: { "/a": one, "/b": two }, env: { KUBECONFIG: "/a:/b" } });
  const connection = await connect({ context: "y" }, surroundings);
  assert.equal(connection.server.hostname, "two");
  assert.equal(connection.namespace, "shop");
});

test("Windows separates KUBECONFIG by semicolons", async () => {
  const surroundings = pretend({
    platform: "windows",
    workingDirectory: "C:\\work",
    files: { "C:\\a": one },
    env: { KUBECONFIG: "C:\\gone;C:\\a" },
  });
  assert.equal((await connect({}, surroundings)).server.hostname, "one");
});

test("F16 no file at all: says where it looked", async () => {
  const failure = await failureOf(connect({}, pretend({ env: { KUBECONFIG: "/p:/q" } })));
  assert.deepEqual(failure, {
    kind: "config",
    line: "error: no kubeconfig found: searched /p, /q",
    hint: "",
  });
});

test("F17 a missing --kubeconfig is an error even beside a good KUBECONFIG", async () => {
  const surroundings = pretend({ files: { "/a": one }, env: { KUBECONFIG: "/a" } });
  const failure = await failureOf(connect({ kubeconfig: "nope" }, surroundings));
  assert.equal(failure.line, "error: stat /home/kim/nope: no such file or directory");
});

for (const [what, text, expected] of [
  ["broken YAML", "a: [", /line 1, column 5: unexpected end/],
  ["a list", "- a", /the file must be a map/],
  ["another kind", "kind: Pod", /kind must be Config/],
  ["clusters of a wrong type", "clusters: {}", /clusters must be a list/],
  [
    "a numeric token",
    "users: [{name: u, user: {token: 12}}]",
    /users\[0\]\.user\.token must be a string, not number/,
  ],
  ["two clusters of one name", "clusters: [{name: c}, {name: c}]", /clusters\[1\]\.name is the same/],
] as const) {
  test(`F18 ${what} names the file and the place`, async () => {
    const failure = await failureOf(connect({}, pretend({ files: { [home]: text } })));
    assert.match(failure.line, /^error: error loading config file \/home\/ada\/\.kube\/config: /);
    assert.match(failure.line, expected);
    assert.equal(failure.kind, "config");
  });
}

for (const text of ["", "# nothing\n---\n", "a: b"]) {
  test(`F18 a file that names nothing was found all the same: ${JSON.stringify(text)}`, async () => {
    const failure = await failureOf(connect({}, pretend({ files: { [home]: text } })));
    assert.equal(failure.line, `error: no cluster, user or context found in the kubeconfig ${home}`);
  });
}

test("F18 of several files those are named that are there", async () => {
  const surroundings = pretend({ files: { "/b": "" }, env: { KUBECONFIG: "/a:/b" } });
  const { line } = await failureOf(connect({}, surroundings));
  assert.equal(line, "error: no cluster, user or context found in the kubeconfig /b");
});

test("F18 text that is not UTF-8 is refused", async () => {
  const surroundings = pretend();
  const readFile = async () => ({ state: "read", bytes: Uint8Array.of(0xc3, 0x28) }) as const;
  const failure = await failureOf(connect({}, { ...surroundings, readFile }));
  assert.match(failure.line, /the text is not UTF-8$/);
});

test("F18 a file that may not be read is an error, not a missing file", async () => {
  const files = { [home]: { unreadable: "EACCES" } };
  const failure = await failureOf(connect({}, pretend({ files })));
  assert.equal(failure.line, `error: error loading config file ${home}: EACCES`);
});

test("F20 one malformed file of several is an error", async () => {
  const surroundings = pretend({ files: { "/a": one, "/b": "a: [" }, env: { KUBECONFIG: "/a:/b" } });
  assert.match((await failureOf(connect({}, surroundings))).line, /config file \/b: /);
});

test("F22 a current-context that YAML 1.1 reads as a boolean must be quoted", async () => {
  const failure = await failureOf(connect({}, pretend({ files: { [home]: "current-context: y" } })));
  assert.match(failure.line, /current-context must be a string, not boolean \(put it in quotes\)$/);
});

test("the last of two equal keys counts, as in kubectl", async () => {
  const text = `${one.slice(0, -1)}, "current-context": "z", "current-context": "x"}`;
  assert.equal((await connect({}, pretend({ files: { [home]: text } }))).contextName, "x");
});

test("a bomb of aliases is refused", async () => {
  const levels = Array.from({ length: 9 }, (_, level) => {
    const inside =
      level === 0
        ? "[x]"
        : `[${Array(20)
            .fill(`*a${level - 1}`)
            .join(",")}]`;
    return `a${level}: &a${level} ${inside}`;
  });
  const failure = await failureOf(connect({}, pretend({ files: { [home]: levels.join("\n") } })));
  assert.match(failure.line, /alias/);
});
