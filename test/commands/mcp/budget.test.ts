/** Answers are bounded, nothing is left out in silence, and the pages together have every item once. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { Answers } from "../../../src/commands/mcp/answers.ts";
import type { Document } from "../../../src/commands/mcp/budget.ts";
import { partOf } from "../../../src/commands/mcp/budget.ts";
import { runCli } from "../../support/run-cli.ts";
import { runs } from "../../support/runs.ts";
import type { Json } from "./support/talk.ts";
import { assertPublished, call, talk } from "./support/talk.ts";

const item = fc.record({
  name: fc.string({ maxLength: 20 }),
  text: fc.oneof({ weight: 5, arbitrary: fc.string({ maxLength: 50 }) }, fc.constant("long ".repeat(2000))),
  evidence: fc.array(fc.string({ maxLength: 30 }), { maxLength: 40 }),
  holds: fc.array(fc.record({ message: fc.string({ maxLength: 60 }) }), { maxLength: 60 }),
});
const document = fc.record({
  kind: fc.constant("Report"),
  unread: fc.array(fc.string({ maxLength: 30 }), { maxLength: 200 }),
  findings: fc.array(item, { maxLength: 40 }),
});

function pagesOf(whole: Document, budget: number) {
  const pages = [];
  let from: number | undefined = 0;
  while (from !== undefined) {
    const part = partOf(whole, "findings", from, budget);
    assert.ok(part.next === undefined || part.next > from, "it goes on");
    pages.push(part);
    from = part.next;
  }
  return pages;
}

const count = (part: ReturnType<typeof partOf>, list: string) =>
  part.leftOut.find((each) => each.list === list)?.count ?? 0;

test("each part keeps to its size, and every item is in one part or counted", () => {
  fc.assert(
    fc.property(document, fc.integer({ min: 600, max: 9000 }), (whole, budget) => {
      let seen = 0;
      for (const part of pagesOf(whole, budget)) {
        assert.ok(JSON.stringify(part.document).length <= budget, "it keeps to its size");
        const given = (part.document.findings as readonly unknown[]).length;
        seen += given;
        const unread = part.document.unread as readonly unknown[];
        assert.equal(unread.length + count(part, "unread"), whole.unread.length);
        const ahead = part.next === undefined ? 0 : whole.findings.length - part.next;
        seen += count(part, "findings") - ahead;
      }
      assert.equal(seen, whole.findings.length);
    }),
    { numRuns: runs(200) },
  );
});

test("what fits is given whole, and details are left out before items are", () => {
  const items = Array.from({ length: 10 }, (_, at) => ({ name: `f${at}`, evidence: ["x".repeat(100)] }));
  const whole = { kind: "Report", findings: items };
  const size = JSON.stringify(whole).length;
  assert.deepEqual(partOf(whole, "findings", 0, size), { document: whole, leftOut: [], next: undefined });
  const less = partOf(whole, "findings", 0, size - 1);
  assert.equal(less.next, undefined);
  assert.deepEqual(less.leftOut, [{ list: "evidence", count: 10 }]);
});

/** A dump with this many Released volumes, each of which is a finding. */
function released(many: number): string {
  const volumes = Array.from({ length: many }, (_, at) => ({
    apiVersion: "v1",
    kind: "PersistentVolume",
    metadata: { name: `pv-${at}`, uid: `u${at}`, creationTimestamp: "2026-10-01T00:00:00Z" },
    spec: {
      capacity: { storage: "10Gi" },
      persistentVolumeReclaimPolicy: "Retain",
      csi: { driver: "disks.example.com", volumeHandle: `vol-${at}` },
      claimRef: { kind: "PersistentVolumeClaim", namespace: "shop", name: `data-${at}`, uid: `c${at}` },
    },
    status: { phase: "Released" },
  }));
  return JSON.stringify({ apiVersion: "v1", kind: "List", items: volumes });
}

test("an audit with hundreds of findings comes in pages of one answer, each of a bounded size", async (context) => {
  const folder = mkdtempSync(join(tmpdir(), "pvguard-mcp-"));
  context.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "volumes.json");
  writeFileSync(path, released(300));
  const budget = 20_000;
  const names: string[] = [];
  const answer = await conversation(budget, async (ask) => {
    let result = await ask("audit", { from: [path], complete: ["pvc", "pv", "pods"] });
    const total = result.structuredContent.document.totals.findings;
    for (;;) {
      const { structuredContent: structured, content } = result;
      assert.equal(
        content[0].text,
        JSON.stringify(structured),
        "a client that reads only the text misses nothing",
      );
      assert.ok(JSON.stringify(structured.document).length <= budget);
      assert.ok(JSON.stringify(result).length < 2.5 * budget, `${JSON.stringify(result).length}`);
      assertPublished(structured.document, "report.v1alpha1.json");
      names.push(...structured.document.findings.map(({ code, object }: Json) => `${code} ${object.name}`));
      if (structured.nextPage === undefined) break;
      assert.ok(structured.leftOut.some(({ list }: Json) => list === "findings"));
      result = await ask("audit", { page: structured.nextPage });
    }
    return total;
  });
  assert.equal(new Set(names).size, names.length, "no finding twice");
  assert.equal(names.length, answer.error + answer.warning + answer.note);
  assert.ok(names.length >= 300, `${names.length}`);
});

test("a long page of text goes on where it was cut", async () => {
  const all = await conversation(4000, async (ask) => {
    const texts: string[] = [];
    let result = await ask("explain", {});
    for (;;) {
      const [, text = "", page] =
        /^([\s\S]*?)(?:\n\d+ more characters: ask with page (\S+))?$/.exec(result.content[0].text) ?? [];
      texts.push(text);
      assert.ok(result.content[0].text.length < 4200);
      if (page === undefined) return texts.join("");
      result = await ask("explain", { page });
    }
  });
  const { out } = await runCli(["explain", "-o", "text"], 0);
  assert.equal(all, out);
});

test("of answers with pages, the last three are kept", () => {
  const answers = new Answers();
  const made = Array.from({ length: 4 }, () => ({}) as never);
  const pages = made.map((each) => answers.pagesOf(each)(5));
  assert.deepEqual(pages, ["1-5", "2-5", "3-5", "4-5"]);
  assert.deepEqual(
    pages.map((page) => answers.page(page)?.finished === undefined),
    [true, false, false, false],
  );
  assert.equal(answers.page("2-5")?.from, 5);
  for (const wrong of ["", "2", "2--1", "x-1", "2-5-1", "__proto__", "2-6", "2-0"])
    assert.equal(answers.page(wrong), undefined);
});

/** Calls of one server, each made when the one before it is answered. */
async function conversation<T>(
  budget: number,
  work: (ask: (name: string, given: object) => Promise<Json>) => Promise<T>,
): Promise<T> {
  const { open } = await import("./support/conversation.ts");
  const { ask, close } = await open([`--answer-size=${budget}`]);
  try {
    return await work(ask);
  } finally {
    await close();
  }
}

test("a conversation in one go has the same answers", async () => {
  const { to } = await talk([call(1, "explain", { object: "PVG101" })]);
  const text = await conversation(
    30_000,
    async (ask) => (await ask("explain", { object: "PVG101" })).content[0].text,
  );
  assert.equal(to(1).result?.content[0].text, text);
});
