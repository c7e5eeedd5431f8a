/** POST. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { claim, volume } from "./manifests.ts";
import type { Subject } from "./subject.ts";
import { newName, volumes } from "./subject.ts";

const esc = "\u001b[31m";

/** What is refused: the name of the test, the object, and what the server says. */
const refused: readonly (readonly [string, object, number, RegExp])[] = [
  [
    "an unqualified finalizer is refused",
    volume("refused", { finalizers: ["nope"] }),
    422,
    /metadata\.finalizers\[0\]: Invalid value: "nope": name is neither a standard finalizer name nor is it fully qualified$/,
  ],
  [
    "a finalizer with a control character is refused, and the message shows it escaped",
    volume("refused", { finalizers: [`example.com/${esc}`] }),
    422,
    /metadata\.finalizers: Invalid value: "example\.com\/\\x1b\[31m": name part must consist of/,
  ],
  [
    "annotations of more than 256 KiB are refused",
    volume("refused", { annotations: { big: "x".repeat(300 * 1024) } }),
    422,
    /metadata\.annotations: Too long: .* 262144 bytes$/,
  ],
  [
    "an object without a name is refused",
    volume("", {}),
    422,
    /metadata\.name: Required value: name or generateName is required$/,
  ],
  ["an upper-case name is refused", volume("UPPER"), 422, /a lowercase RFC 1123 subdomain must consist of/],
  ["an object of another kind is refused", claim("refused"), 400, /./],
  [
    "a resourceVersion is refused",
    volume("refused", { resourceVersion: "12" }),
    500,
    /^resourceVersion should not be set on objects to be created$/,
  ],
];

export function createTests(subject: Subject): void {
  test("create: the server gives uid, version, time and protection", async () => {
    const { metadata } = await subject.made(
      volumes,
      volume(newName("volume"), { finalizers: ["example.com/a"] }),
    );
    assert.match(metadata.uid, /^[0-9a-f-]{36}$/);
    assert.match(metadata.resourceVersion, /^\d+$/);
    assert.match(metadata.creationTimestamp ?? "", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    assert.deepEqual(metadata.finalizers, ["example.com/a", "kubernetes.io/pv-protection"]);
    const inside = await subject.made(subject.inside("persistentvolumeclaims"), claim(newName("claim")));
    assert.deepEqual(inside.metadata.finalizers, ["kubernetes.io/pvc-protection"]);
    assert.equal(inside.metadata.namespace, subject.namespace);
  });

  test("create: a name that is taken is a conflict", async () => {
    const name = newName("volume");
    await subject.made(volumes, volume(name));
    const { code, status } = await subject.ask("POST", volumes, { body: volume(name) });
    assert.deepEqual([code, status.reason], [409, "AlreadyExists"]);
    assert.equal(status.message, `persistentvolumes "${name}" already exists`);
    assert.deepEqual(status.details, { name, kind: "persistentvolumes" });
  });

  test("create: generateName", async () => {
    const metadata = { generateName: "generated-" };
    const made = await subject.made(volumes, { ...volume(""), metadata });
    assert.match(made.metadata.name, /^generated-[a-z0-9]{5}$/);
  });

  test("create: a dry run stores nothing", async () => {
    const name = newName("volume");
    const { code, object } = await subject.ask("POST", `${volumes}?dryRun=All`, { body: volume(name) });
    assert.equal(code, 201);
    assert.equal(object.metadata.resourceVersion, undefined);
    assert.equal((await subject.get(`${volumes}/${name}`)).code, 404);
  });

  test("create: control characters in an annotation are kept", async () => {
    const text = `${esc} \u009b \u202e \u200b \r\n`;
    const made = await subject.made(volumes, volume(newName("volume"), { annotations: { text } }));
    assert.deepEqual(made.metadata.annotations, { text });
  });

  test("create: a name with a control character is refused, and details have it raw", async () => {
    const { code, status } = await subject.ask("POST", volumes, { body: volume(esc) });
    assert.equal(code, 422);
    assert.match(status.message ?? "", /^PersistentVolume "\\x1b\[31m" is invalid: metadata\.name/);
    assert.equal(status.details?.name, esc);
  });

  test("create: a namespace must exist", async () => {
    const path = "/api/v1/namespaces/nowhere/persistentvolumeclaims";
    const { code, status } = await subject.ask("POST", path, { body: claim("data") });
    assert.deepEqual([code, status.message], [404, 'namespaces "nowhere" not found']);
  });

  for (const [name, body, code, message] of refused) {
    test(`create: ${name}`, async () => {
      const answer = await subject.ask("POST", volumes, { body });
      assert.equal(answer.code, code, answer.text);
      assert.match(answer.status.message ?? "", message);
    });
  }
}
