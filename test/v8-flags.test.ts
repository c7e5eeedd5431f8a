import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import type { Work } from "../src/v8-flags.ts";
import { asUrl } from "./support/as-url.ts";

const module = asUrl(join(import.meta.dirname, "..", "src", "v8-flags.ts"));

interface Growth {
  /** How much larger the room for young objects gets while far more than it holds stays alive. */
  readonly young: number;
  /** How often all objects are looked through meanwhile. */
  readonly collections: number;
  /** How often the young ones are. */
  readonly minor: number;
  readonly errors: string;
}

const begun = "-- begun --";
const ended = "-- ended --";

/** @param first a work at which only some objects are made */
function growth(version: string, work: Work, first?: Work): Growth {
  const program = `
    import { getHeapSpaceStatistics } from "node:v8";
    import { setFlags } from ${JSON.stringify(module)};
    const size = () => {
      const young = getHeapSpaceStatistics().find((space) => space.space_name === "new_space");
      return young.space_used_size + young.space_available_size;
    };
    const before = size();
    const kept = [];
    if (${first !== undefined}) {
      setFlags(${JSON.stringify(version)}, ${JSON.stringify(first)});
      for (let count = 0; count < 80_000; count++) kept.push({ count });
    }
    setFlags(${JSON.stringify(version)}, ${JSON.stringify(work)});
    console.log(${JSON.stringify(begun)});
    for (let count = 0; count < 2_000_000; count++) kept.push({ count });
    console.log(${JSON.stringify(ended)} + JSON.stringify([size() / before, kept.length]));
  `;
  const argv = ["--trace-gc", "--input-type=module", "--eval", program];
  const { stdout, stderr } = spawnSync(process.execPath, argv, { encoding: "utf8" });
  const [, traced = ""] = stdout.split(begun);
  const [collected = "", told = ""] = traced.split(ended);
  const [young = 0] = JSON.parse(told.slice(0, told.indexOf("]") + 1)) as readonly number[];
  return {
    young,
    collections: collected.split("Mark-Compact").length - 1,
    minor: collected.split("Scavenge").length - 1,
    errors: stderr,
  };
}

/** Of a few: on a busy machine V8 looks through young objects more often, since those before were not done. */
function quietest(...work: Parameters<typeof growth>): Growth {
  const all = [growth(...work), growth(...work), growth(...work)];
  return all.reduce((least, each) => (each.minor < least.minor ? each : least));
}

const kept = growth(process.versions.node, "packs lists");
const made = quietest(process.versions.node, "makes objects");
const loaded = growth(process.versions.node, "packs lists", "loads");
const left = quietest("99.0.0", "packs lists");

test("young objects get no more room", () => {
  // V8 of Node.js 26 lends them up to one and a half times as much while it looks through all objects.
  assert.ok(kept.young < 3, `${kept.young} times as much`);
  assert.ok(left.young > 8, `${left.young} times as much`);
});

test("who makes objects has as much room for them as ever, and sooner", () => {
  assert.ok(made.young > 1.9, `${made.young} times as much`);
  assert.ok(made.minor < left.minor, `looked through ${made.minor} times, not ${left.minor}`);
});

test("who loads what packs gets some more once", () => {
  assert.ok(loaded.young > 1.9, `${loaded.young} times as much`);
  assert.ok(loaded.young < left.young, `${loaded.young} times as much, else ${left.young}`);
  assert.ok(loaded.minor < kept.minor / 1.5, `looked through ${loaded.minor} times, not ${kept.minor}`);
});

test("the others are looked through more often", () => {
  assert.ok(kept.collections > left.collections, `${kept.collections} times, not ${left.collections}`);
});

test("V8 knows the flags, and a version that this was not tried on is left alone", () => {
  assert.deepEqual([kept.errors, made.errors, loaded.errors, left.errors], ["", "", "", ""]);
});

/** How much of the compiled code is left when it has not run for so long that V8 discards it. */
function compiledAfter(version: string): number {
  const program = `
    import { Script } from "node:vm";
    import { setFlags } from ${JSON.stringify(module)};
    setFlags(${JSON.stringify(version)}, "packs lists");
    const steps = Array.from({ length: 200 }, (_, step) => "sum += " + step).join(";");
    const script = new Script("(() => { function once(sum) { " + steps + " } return once; })()");
    const once = script.runInThisContext();
    once(1);
    const size = () => script.createCachedData().length;
    const before = size();
    gc();
    console.log(size() / before, once.length);
  `;
  const flags = ["--stress-flush-code", "--expose-gc"];
  const argv = [...flags, "--input-type=module", "--eval", program];
  return Number.parseFloat(spawnSync(process.execPath, argv, { encoding: "utf8" }).stdout);
}

test("what was compiled is kept until its turn comes", () => {
  assert.equal(compiledAfter(process.versions.node), 1);
  assert.ok(compiledAfter("99.0.0") < 0.5);
});

/** How often a function is called until V8 has optimized it. */
function callsUntilOptimized(version: string, work: Work = "makes objects"): number {
  const program = `
    import { setFlags } from ${JSON.stringify(module)};
    setFlags(${JSON.stringify(version)}, ${JSON.stringify(work)});
    const sum = new Function("numbers", "let all = 0; for (const each of numbers) all += each * each; return all;");
    const isOptimized = new Function("asked", "return (%GetOptimizationStatus(asked) & 16) !== 0;");
    const numbers = [1, 2, 3, 4, 5, 6, 7, 8];
    let calls = 0;
    for (; calls < 1_000_000 && !isOptimized(sum); calls++) sum(numbers);
    console.log(calls);
  `;
  const flags = ["--allow-natives-syntax", "--no-concurrent-recompilation"];
  const argv = [...flags, "--input-type=module", "--eval", program];
  return Number(spawnSync(process.execPath, argv, { encoding: "utf8" }).stdout);
}

test("a function is called far more often until it is optimized, and less so once lists are judged", () => {
  const [late, usual] = [callsUntilOptimized(process.versions.node), callsUntilOptimized("99.0.0")];
  const judging = callsUntilOptimized(process.versions.node, "judges");
  assert.ok(usual > 0 && judging > 2 * usual, `${judging} calls, else ${usual}`);
  assert.ok(late > 2 * judging, `${late} calls, and ${judging}`);
});

test("code that was compiled before counts again when they have been taken back", () => {
  const program = `
    import { Script } from "node:vm";
    import { setFlags } from ${JSON.stringify(module)};
    // V8 compares the length of the text alone, and does not look for kept code of what it has just compiled.
    const isRefused = (text, cachedData) => new Script(text, { cachedData }).cachedDataRejected;
    const code = new Script("(1)").createCachedData();
    const takeBack = setFlags(${JSON.stringify(process.versions.node)}, "packs lists");
    const meanwhile = isRefused("(2)", code);
    takeBack();
    console.log(meanwhile, isRefused("(3)", code));
  `;
  const argv = ["--input-type=module", "--eval", program];
  assert.equal(spawnSync(process.execPath, argv, { encoding: "utf8" }).stdout, "true false\n");
});
