import assert from "node:assert/strict";
import { test } from "node:test";
import { parseBody } from "../../../src/connection/http/json-body.ts";
import { AccessError } from "../../../src/connection/kubeconfig/index.ts";
import { plain } from "../../support/fault-server/surroundings.ts";

const bounds = { nesting: 5, object: 40 };

function told(text: string | Uint8Array): unknown {
  const bytes = typeof text === "string" ? Buffer.from(text, "utf8") : text;
  try {
    return parseBody(bytes, "application/json", bounds);
  } catch (problem) {
    if (!(problem instanceof AccessError)) throw problem;
    return plain(problem.phrase);
  }
}

const twice = "the server's answer is not valid: the key a occurs twice";

test("a key that comes twice is found, whatever strings stand before it", () => {
  for (const value of [
    '""',
    '"\\""',
    '"\\\\"',
    '"\\\\\\""',
    '"{[\\"a\\":"',
    '"é"',
    '"\\u0022"',
    "[]",
    '{"a":{}}',
  ]) {
    assert.equal(told(`{"a":1,"b":${value},"a":2}`), twice, value);
    assert.equal(told(`{"a":1,"b":${value},"a" \n\t\r:2}`), twice, value);
    assert.deepEqual(told(`{"a":1,"b":${value}}`), { a: 1, b: JSON.parse(value) }, value);
  }
  assert.equal(told('{"items":[{"metadata":{"a":"\\"","a":2}}]}'), twice);
  assert.deepEqual(told('{"spec":{"a":1,"a":2},"b":"a","c":["a","a"]}'), {
    spec: { a: 2 },
    b: "a",
    c: ["a", "a"],
  });
});

test("how deep it goes and how large an item is, strings aside", () => {
  assert.deepEqual(told('{"b":"{{{{{{{{{{"}'), { b: "{{{{{{{{{{" });
  assert.match(String(told('{"b":[[[[[]]]]]}')), /nested deeper than 5/);
  const item = (length: number) => `{"items":[{"b":"${"x".repeat(length)}"}]}`;
  assert.equal(typeof told(item(30)), "object");
  assert.match(String(told(item(40))), /larger than 40 bytes/);
  // Bytes, not characters.
  assert.match(String(told(`{"items":[{"b":"${"é".repeat(20)}"}]}`)), /larger than 40 bytes/);
});

test("text is UTF-8, and memory that can be resized is as good", () => {
  assert.deepEqual(told('\ufeff {"b":"é"}'), { b: "é" });
  assert.equal(told(Buffer.from('{"b":"\xe9"}', "latin1")), "the server's answer is not UTF-8");
  for (const text of ['{"b":"e"}', '{"b":"é"}']) {
    const bytes = Buffer.from(text, "utf8");
    const memory = new Uint8Array(new ArrayBuffer(bytes.length, { maxByteLength: 100 }), 0, bytes.length);
    memory.set(bytes);
    assert.deepEqual(told(memory), JSON.parse(text));
  }
});

test("JSON that breaks off is told from JSON that is none", () => {
  for (const text of ['{"a', '{"a":"\\', '{"a":"\\"', "{", '{"a":1}}']) {
    assert.equal(told(text), "the server's answer is incomplete or malformed JSON", text);
  }
  for (const text of ["", " ", "[]", "<html>"]) assert.match(String(told(text)), /is not Kubernetes JSON/);
});
