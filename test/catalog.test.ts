/** The registries are complete, and what they hold is documented. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import type { DangerFacts, ReasonPage } from "../src/define/index.ts";
import { dangers, generalReasons } from "../src/define/index.ts";
import { knowledge } from "../src/knowledge.ts";
import { kinds } from "../src/kubernetes/index.ts";
import * as remedyFunctions from "../src/remedies/index.ts";
import { allCases } from "./rules/cases.ts";
import { scenarios } from "./support/scenario.ts";

const source = join(import.meta.dirname, "..", "src");
const { finalizers, waits, remedies, rules } = knowledge;

function entryFiles(folder: string): readonly string[] {
  return readdirSync(join(source, folder), { withFileTypes: true })
    .filter((file) => file.isFile() && file.name.endsWith(".ts") && file.name !== "index.ts")
    .map((file) => basename(file.name, ".ts"))
    .sort();
}

const fileOfFinalizer = (finalizer: string) => finalizer.replaceAll("/", "__").replaceAll(/[<>]/g, "");

const registries = [
  {
    folder: "finalizers",
    names: [...new Set(finalizers.map(({ finalizer }) => fileOfFinalizer(finalizer)))],
  },
  { folder: "waits", names: waits.map(({ wait }) => wait) },
  { folder: "remedies", names: remedies.map(({ name }) => name) },
  { folder: "rules", names: rules.map(({ name }) => name) },
];

for (const { folder, names } of registries) {
  test(`every file in ${folder}/ is registered under its own name, once`, () => {
    const files = entryFiles(folder);
    const unlisted = files.filter((file) => !names.includes(file));
    assert.deepEqual(unlisted, [], `src/${folder}/index.ts does not list an entry with the name of the file`);
    const fileless = names.filter((name) => !files.includes(name));
    assert.deepEqual(fileless, [], `src/${folder} has no file with the name of the entry`);
    assert.equal(new Set(names).size, names.length, `src/${folder}/index.ts lists an entry twice`);
  });
}

const textOf = (file: string) => readFileSync(join(source, file), "utf8");

test("every question of evidence/ is exported by its index.ts, and has a test of its own", () => {
  const exported = [...textOf("evidence/index.ts").matchAll(/from "\.\/([\w/-]+)\.ts"/g)].map(
    ([, file]) => file,
  );
  const questions = readdirSync(join(source, "evidence"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .filter((file) => /export function \w+\([^{]*\): Answer/s.test(textOf(`evidence/${file}`)))
    .map((file) => file.slice(0, -".ts".length));
  assert.ok(questions.length > 20);
  assert.deepEqual(
    questions.filter((file) => !exported.includes(file)),
    [],
    "src/evidence/index.ts does not export the question",
  );
  assert.deepEqual(
    questions.filter((file) => !existsSync(join(import.meta.dirname, "evidence", `${file}.test.ts`))),
    [],
    "test/evidence has no test at the path of the question",
  );
});

test("every controller is in the list that is run forward", () => {
  const models = readdirSync(join(source, "controllers"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => [...textOf(`controllers/${file}`).matchAll(/export const (\w+) = defineController/g)])
    .map(([, name = ""]) => name);
  assert.ok(models.length > 20);
  const list = textOf("controllers/index.ts").split("export const controllers")[1] ?? "";
  assert.deepEqual(
    models.filter((name) => !new RegExp(`\\b${name}\\b`).test(list)),
    [],
    "the list at the end of src/controllers/index.ts lacks the controller",
  );
});

test("waits and remedies are named in kebab-case", () => {
  const named = [...waits.map(({ wait }) => wait), ...remedies.map(({ name }) => name)];
  assert.deepEqual(
    named.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)),
    [],
  );
});

const entries = [
  ...finalizers.map((entry) => ({ name: entry.finalizer, ...entry })),
  ...waits.map((entry) => ({ name: entry.wait, ...entry })),
];
const pages: readonly (readonly [string, ReasonPage])[] = [
  ...entries.flatMap(({ reasons }) => Object.entries(reasons)),
  ...Object.entries(generalReasons),
];

test("no reason has two pages", () => {
  const seen = new Map<string, ReasonPage>();
  const twice = pages.filter(([reason, page]) => {
    const known = seen.get(reason);
    seen.set(reason, page);
    return known !== undefined && known !== page;
  });
  assert.deepEqual(
    twice.map(([reason]) => reason),
    [],
  );
});

test("reasons are CamelCase", () => {
  assert.deepEqual(
    pages.map(([reason]) => reason).filter((reason) => !/^([A-Z][a-z0-9]*)+$/.test(reason)),
    [],
  );
});

const dangerPages = Object.entries(dangers);

test("a danger that another one says too names that one, which says no other in its turn", () => {
  const known: { readonly [name: string]: DangerFacts } = dangers;
  for (const [name, { within }] of Object.entries(known)) {
    if (within === undefined) continue;
    assert.ok(known[within] !== undefined, `${name}: there is no ${within}`);
    assert.equal(known[within].within, undefined, name);
  }
});

test("dangers are CamelCase, and none has the name of a reason, which has its own page", () => {
  const reasons = new Set(pages.map(([reason]) => reason));
  const names = dangerPages.map(([name]) => name);
  assert.deepEqual(
    names.filter((name) => !/^([A-Z][a-zA-Z]*)+$/.test(name) || reasons.has(name)),
    [],
  );
});

for (const [reason, page] of [...pages, ...dangerPages]) {
  test(`${reason}: its page follows the form`, () => {
    assert.match(
      page.title,
      /^[A-Z0-9].*[^.]$/,
      "a title starts with a capital and ends without a full stop",
    );
    assert.ok(page.title.length <= 72, `the title has ${page.title.length} columns`);
    for (const text of [page.what, page.why, page.whatToDo]) {
      assert.match(text, /^[A-Z`].*[.:)]$/s, `not whole sentences: ${text}`);
      assert.doesNotMatch(text, /undefined|\[object|\(\{/);
    }
    assert.match(
      page.whatToDo,
      /`[a-z]|\b(must|person|nobody|administrator|ask)\b/i,
      "what to do names a command, or says who must act",
    );
  });
}

test("rules have codes of their own, in their families' hundreds, and are registered by code", () => {
  const codes = rules.map(({ code }) => code);
  assert.deepEqual([...new Set(codes)].sort(), codes);
  for (const code of codes) assert.match(code, /^PVG[12349]\d\d$/);
});

for (const { code, title, what, why, whatToDo } of rules) {
  test(`${code}: its page follows the form`, () => {
    assert.match(title, /^[A-Z0-9].*[^.]$/);
    assert.ok(title.length <= 72, `the title has ${title.length} columns`);
    for (const text of [what, why, whatToDo]) assert.match(text, /^[A-Z`].*[.:)]$/s, text);
    assert.match(whatToDo, /`[a-z]|\b(must|person|nobody|administrator|ask)\b/i);
  });
}

test("every rule has cases where it fires, where it stays silent, and where its reads are missing", async () => {
  const cases = await allCases();
  const names = rules.map(({ name }) => name);
  assert.deepEqual(
    names.filter((name) => !cases.has(name)),
    [],
    "test/rules/cases has no file with the name of the rule",
  );
  assert.deepEqual(
    [...cases.keys()].filter((name) => !names.includes(name)),
    [],
    "no rule has the name of a file in test/rules/cases",
  );
  for (const [name, { fires, silent, unread }] of cases) {
    assert.ok(fires.length > 0 && silent.length > 0 && unread.length > 0, name);
  }
});

test("every rule has a scenario that shows it", () => {
  const shown = scenarios().flatMap(({ name, goldens }) =>
    goldens.flatMap((golden) => {
      const code = name.slice(0, "PVG000".length).toUpperCase();
      return new RegExp(`^${code} `, "m").test(readFileSync(golden, "utf8")) ? [code] : [];
    }),
  );
  assert.deepEqual(
    rules.map(({ code }) => code).filter((code) => !shown.includes(code)),
    [],
    "no folder of test/scenarios begins with the code in small letters and shows the rule in a golden",
  );
});

test("every entry says where its rules come from, and reads only kinds that exist", () => {
  const known: ReadonlySet<string> = new Set(kinds.map(({ resource }) => resource));
  for (const { name, sources, needs } of [...entries, ...rules]) {
    assert.ok(sources.length > 0, name);
    for (const line of sources) assert.match(line, /\w+\/[\w.-]+/, `${name}: no repository in "${line}"`);
    assert.deepEqual(
      needs.filter((resource) => !known.has(resource)),
      [],
      name,
    );
  }
});

test("every remedy is called by an entry, offers itself, or is asked for by a person", () => {
  const texts = readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter((file) => /^(finalizers|waits|rules|remedies|analysis)\b.*\.ts$/.test(file))
    .map((file) => ({ file: basename(file, ".ts"), text: readFileSync(join(source, file), "utf8") }));
  const uncalled = Object.entries(remedyFunctions).filter(
    ([name, { entry }]) =>
      entry.asked === undefined &&
      entry.volunteer === undefined &&
      !texts.some(({ file, text }) => file !== entry.name && text.includes(`${name}(`)),
  );
  assert.deepEqual(
    uncalled.map(([name]) => name),
    [],
    "no finalizer, wait, rule or remedy calls it, and `asked` does not offer it to a person",
  );
});
