/** One write, with scripted answers to it and to the looks that follow. */
import type { TestContext } from "node:test";
import { carryOut } from "../../../../src/changes/executor/carry-out.ts";
import type { Write } from "../../../../src/report/index.ts";
import { plain } from "../../../support/fault-server/surroundings.ts";
import { before, disk, replace } from "../pure/writes.ts";
import type { TestSurroundings } from "../support/edge.ts";
import { testSurroundings } from "../support/edge.ts";
import type { Said } from "../support/scripted.ts";
import { notFound, scripted } from "../support/scripted.ts";

export const json = { "Content-Type": "application/json" };
export const as = ({ text }: { readonly text: string }): Said => ({ headers: json, body: text });
export const old = as(before);
export const gone = notFound("disk");
export const changed = as(disk(["a/b"], { resourceVersion: "8", labels: { x: "y" } }));
export const unread: Said = { code: 503, headers: json, body: "{}" };
export const said = (
  code: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Said => ({
  code,
  headers: { ...json, ...headers },
  body: { kind: "Status", message, code },
});
export const busy = (seconds: number): Said => said(429, "busy", { "Retry-After": String(seconds) });

interface Play {
  readonly write?: Write;
  /** Answers to the writes, one after the other; the last one again and again. */
  readonly writes: readonly Said[];
  /** Answers to the looks. */
  readonly looks?: readonly Said[];
  readonly surroundings?: TestSurroundings;
}

const nth = (answers: readonly Said[], count: number) =>
  answers[Math.min(count, answers.length - 1)] ?? "lost";

export async function played(
  context: TestContext,
  { write = replace, writes, looks = [old], surroundings = testSurroundings() }: Play,
) {
  const world = await scripted(
    context,
    ({ method }, count) => nth(method === "GET" ? looks : writes, count),
    surroundings,
  );
  const began = surroundings.now();
  const found = write.do === "create" ? "absent" : before;
  const { detail, check, ...rest } = await carryOut(world, write, found);
  return {
    world,
    end: { ...rest, detail: plain(detail) },
    check: check?.argv.join(" "),
    waited: surroundings.now() - began,
    methods: world.methods(),
  };
}

export const check = "kubectl get persistentvolumes disk -o yaml";
export const name = "pv/disk";
