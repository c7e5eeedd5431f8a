/** What a run does between its writes: saves, notes, and stops. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ApprovedPlan, ExecutorSurroundings, Outcome } from "../../../../src/changes/executor/index.ts";
import { openExecutor } from "../../../../src/changes/executor/index.ts";
import type { PlannedWrite } from "../../../../src/report/index.ts";
import { plain } from "../../../support/fault-server/surroundings.ts";
import { directory, testSurroundings } from "../support/edge.ts";
import { failure } from "../support/memory-disk.ts";
import { volume } from "../support/objects.ts";
import { approved, item, now, plan } from "../support/plans.ts";
import { a, drop, volumes } from "../support/removed.ts";
import { run, troubled } from "../support/subject.ts";
import { dropOther, name, saves, stage } from "./stage.ts";

test("the run's name is its time, the plan's digest and chance, and each write counts", async (context) => {
  const surroundings = testSurroundings({ random: () => 1 / 2 ** 32 });
  const { it, first, second } = await stage(context, surroundings);
  const made = plan(item([first, second]));
  await run(it, made);
  const { digest } = approved(made);
  const begin = `20261120T120000Z-${digest.slice(0, 8)}-00000001`;
  assert.deepEqual(
    surroundings.journal().map(({ write }) => write),
    [`${begin}/1`, `${begin}/1`, `${begin}/2`, `${begin}/2`],
  );
});

test("each step's object is saved as it is when its turn comes, and nothing twice", async (context) => {
  const { it, surroundings, first, second } = await stage(context);
  const calls: string[] = [];
  surroundings.files.watch((call, path) => calls.push(`${call} ${path}`));
  const told = await run(it, plan(item([first, second])));
  assert.deepEqual(
    told.map(({ status }) => status),
    ["done", "done"],
  );
  assert.equal(saves(surroundings), 2);
  const versions = surroundings.events.flatMap((event) =>
    event.told === "saved" ? [event.saved.object.resourceVersion] : [],
  );
  assert.equal(new Set(versions).size, 2);
  const folder = calls.filter((call) => call.startsWith("syncDirectory") && /backups\/[^/]*$/.test(call));
  assert.ok(folder.length > 0);
});

test("what was saved already touches the disk no more", async (context) => {
  const { it, surroundings, first } = await stage(context);
  let isSaved = false;
  const after: string[] = [];
  surroundings.files.watch((call, path) => {
    if (isSaved && !path.endsWith("journal.jsonl")) after.push(`${call} ${path}`);
  });
  const { tell } = surroundings;
  const noted = openExecutor(it.client, {
    ...surroundings,
    tell: (event) => {
      isSaved ||= event.told === "saved";
      tell(event);
    },
  });
  await run({ executor: noted }, plan(item([first])));
  assert.deepEqual(
    after.filter((call) => !/backups\/|backups$|pvguard$/.test(call)),
    [],
  );
  const folders = after.filter((call) => call.startsWith("inspect"));
  assert.deepEqual(folders, []);
});

test("a second object that cannot be saved stops the run before it is changed", async (context) => {
  const { it, surroundings, first, second, puts } = await stage(context);
  surroundings.files.watch((call, path) => {
    if (call === "create" && puts() === 1 && path.includes("backups")) throw failure("ENOSPC");
  });
  const told = await run(it, plan(item([first, second])));
  assert.deepEqual(
    told.map(({ status }) => status),
    ["done", "refused"],
  );
  assert.match(
    told[1]?.detail ?? "",
    /^Could not write the backup: .*no space left on device\. Nothing was sent\.$/,
  );
  assert.equal(puts(), 1);
});

test("what is so already does not keep the next step from being made", async (context) => {
  const { it, puts } = await stage(context);
  const gone: PlannedWrite = {
    when: "later",
    act: { ...drop, finalizer: "example.com/gone" } as typeof drop,
  };
  const told = await run(it, plan(item([gone, { when: "later", act: dropOther }])));
  assert.deepEqual(
    told.map(({ status }) => status),
    ["already", "done"],
  );
  assert.equal(puts(), 1);
});

async function outcomes(executor: ReturnType<typeof openExecutor>, made: ApprovedPlan) {
  const all: Outcome[] = [];
  for await (const outcome of executor.run(made, { recheck: unchanged })) all.push(outcome);
  return all;
}

const unchanged = async () => "unchanged" as const;

test("an outcome has a command to look only where a person has to look", async (context) => {
  const { it, first } = await stage(context);
  const [end] = await outcomes(it.executor, approved(plan(item([first]))));
  assert.deepEqual(Object.keys(end ?? {}).sort(), ["detail", "item", "status", "step"]);
});

test("a plan that nobody approved is not carried out, and nothing is asked", async (context) => {
  const { it, surroundings, first, second } = await stage(context);
  const made = approved(plan(item([first, second])));
  const before = it.middleman.seen.length;
  const [end, ...others] = await outcomes(it.executor, { ...made });
  assert.deepEqual([end?.status, others], ["refused", []]);
  assert.equal(plain(end?.detail ?? []), "This version of the plan was not approved. Nothing was sent.");
  assert.deepEqual([it.middleman.seen.length - before, surroundings.events], [0, []]);
});

const journal = `${directory}/journal.jsonl`;

test("F95: a decision that cannot be noted is told all the same", async (context) => {
  const { it, surroundings, first } = await stage(context);
  surroundings.files.watch((call, path) => {
    if (call === "append" && path === journal) throw failure("ENOSPC");
  });
  const [told] = await run(it, plan(item([first])), async (of) => ({
    reason: "Changed",
    object: of.because.object,
    message: [{ words: "It changed." }],
  }));
  assert.deepEqual([told?.status, told?.detail], ["refused", "It changed."]);
  assert.match(surroundings.notes().join(), /^Could not write the journal: .*no space left on device\.$/);
});

test("S18: a fault of pvguard itself is not taken for a full disk", async (context) => {
  const surroundings: ExecutorSurroundings = {
    ...testSurroundings(),
    tell: ({ told }) => {
      if (told === "recorded") throw new Error("a fault");
    },
  };
  const it = await troubled(context, [volume([a])], surroundings);
  const step = now(drop, await it.raw(volumes), volumes);
  await assert.rejects(run(it, plan(item([step]))), { message: "a fault" });
  assert.deepEqual(it.writes(), []);
});

test("S5: what can make an object go is no edit, whatever the plan says", async (context) => {
  const { it, surroundings, puts } = await stage(context);
  const edits = [{ op: "remove", path: "/metadata/finalizers/0", was: a }] as const;
  const { raw: found } = { raw: await it.raw(volumes) };
  const step: PlannedWrite = { when: "later", act: { do: "edit", on: found.ref, edits } };
  const [told] = await run(it, plan(item([step])));
  assert.deepEqual(
    [told?.status, told?.detail],
    ["refused", `pvguard does not edit /metadata/finalizers/0 of ${name}.`],
  );
  assert.deepEqual([puts(), surroundings.journal().length], [0, 1]);
});
