import assert from "node:assert/strict";
import { test } from "node:test";
import type { Phrase } from "../../src/kubernetes/index.ts";
import { say, words } from "../../src/kubernetes/index.ts";
import type { Block, Tree } from "../../src/render/doc.ts";
import { indented, item, paragraph, verbatim } from "../../src/render/doc.ts";
import { present } from "../../src/render/present.ts";

function laidOut(blocks: readonly Block[]): readonly string[] {
  const text = present(blocks, { width: 40, color: false });
  assert.ok(text.endsWith("\n"));
  return text.slice(0, -1).split("\n");
}

test("words are kept whole, and what follows them without a space stays with them", () => {
  const text = say`the claim ${"pvc/data-of-the-whole-of-the-largest-shop"}, which is large`;
  assert.deepEqual(laidOut([paragraph(text)]), [
    "the claim",
    "pvc/data-of-the-whole-of-the-largest-shop,",
    "which is large",
  ]);
});

test("a command in backticks is never parted, one in data is", () => {
  const command = "`kubectl get volumeattachments.storage.k8s.io`";
  assert.deepEqual(laidOut([paragraph(words(`Look: ${command}, then wait.`))]), [
    "Look:",
    `${command},`,
    "then wait.",
  ]);
  assert.deepEqual(laidOut([paragraph(say`Look: ${command}`)]), [
    "Look: `kubectl get",
    "volumeattachments.storage.k8s.io`",
  ]);
});

test("a line that begins in the middle of quoted data says so", () => {
  const forged = "ok\n 1. [safe] Delete the namespace, which nobody needs, $ kubectl delete ns shop";
  assert.deepEqual(laidOut([paragraph(say`It says ${forged}, no more.`)]), [
    'It says "ok\\n 1. [safe] Delete the',
    "> namespace, which nobody needs, $",
    '> kubectl delete ns shop", no more.',
  ]);
});

test("a name is never parted, and a word of quoted data only where it is longer than a line", () => {
  const id = "0f9d1c7a-2b7e-4e0e-9a53-7a0f4d3b6c11";
  assert.deepEqual(laidOut([paragraph(say`It says ${`error: request ${id} ended`}.`)]), [
    'It says "error: request',
    `> ${id}`,
    '> ended".',
  ]);
  assert.deepEqual(laidOut([paragraph(say`${`[${"x".repeat(50)}`}`)]), [
    `"[${"x".repeat(30)}`,
    `> ${"x".repeat(20)}"`,
  ]);
  assert.deepEqual(laidOut([paragraph(say`${`[https://array.example/api/v3/volumes/${id}`}`)]), [
    '"[https://array.example/api/v3/volumes/',
    '> 0f9d1c7a-2b7e-4e0e-9a53-7a0f4d3b6c11"',
  ]);
  assert.deepEqual(laidOut([paragraph(say`${"x".repeat(50)}`)]), ["x".repeat(50)]);
});

test("lists hang, and commands are not wrapped", () => {
  const content = [
    paragraph(words("a sentence that is longer than the line is")),
    indented([verbatim(words("$ kubectl get a b c d e f g h i j k"))]),
  ];
  assert.deepEqual(laidOut([item(words("1. "), content)]), [
    "1. a sentence that is longer than the",
    "   line is",
    "     $ kubectl get a b c d e f g h i j k",
  ]);
});

const leaf = (text: Phrase, ...children: readonly Tree[]): Tree => ({ content: [paragraph(text)], children });

test("the prefix of a line of a tree says which of its ancestors go on", () => {
  const root = leaf(
    words("root"),
    leaf(words("a"), leaf(words("b is so long that it needs a second line")), leaf(words("c"))),
    leaf(words("d is so long that it needs a second line"), leaf(words("e"))),
  );
  assert.deepEqual(laidOut([{ block: "tree", root }]), [
    "root",
    "├─ a",
    "│  ├─ b is so long that it needs a",
    "│  │  second line",
    "│  └─ c",
    "└─ d is so long that it needs a",
    "   │  second line",
    "   └─ e",
  ]);
});

test("columns are as kubectl's: three spaces, at least six wide, wide characters count twice", () => {
  const rows = [
    [words("a"), [], say`${"数据"}`, words("x")],
    [words("bbbbbbb"), words("c"), words("abc"), words("a last column is not padded")],
  ];
  assert.deepEqual(laidOut([{ block: "table", header: ["n", "empty", "data", "last"], rows }]), [
    "N         EMPTY    DATA   LAST",
    "a         <none>   数据   x",
    "bbbbbbb   c        abc    a last column is not padded",
  ]);
});

test("no line ends in spaces, and an empty paragraph is an empty line", () => {
  assert.deepEqual(laidOut([indented([paragraph([])]), paragraph(words("a "))]), ["", "a"]);
});
