/** Who may import whom. Each rule says why, because developers work around a rule that they do not understand. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";

const source = join(import.meta.dirname, "..", "src");

interface Law {
  readonly layer: string;
  readonly may: readonly string[];
  readonly packages: readonly string[];
  readonly because: string;
}

const laws: readonly Law[] = [
  { layer: "model", may: [], packages: [], because: "the vocabulary must not depend on who speaks it" },
  {
    layer: "controllers",
    may: ["model"],
    packages: [],
    because: "a model of a controller is a pure function of facts: no clock, no I/O, no engine",
  },
  {
    layer: "engine",
    may: ["model", "controllers"],
    packages: [],
    because: "it is handed its knowledge, and knows no finalizer and no rule by name",
  },
  {
    layer: "finalizers",
    may: ["model", "controllers", "engine"],
    packages: [],
    because: "an entry stands alone: it is understood without reading another entry",
  },
  {
    layer: "waits",
    may: ["model", "controllers", "engine"],
    packages: [],
    because: "an entry stands alone: it is understood without reading another entry",
  },
  {
    layer: "remedies",
    may: ["model", "controllers", "engine"],
    packages: [],
    because: "an entry stands alone: it is understood without reading another entry",
  },
  {
    layer: "rules",
    may: ["model", "controllers", "engine"],
    packages: [],
    because: "a rule stands alone: it is understood without reading another rule",
  },
  {
    layer: "render",
    may: ["model"],
    packages: ["js-yaml", "cli-table3", "fast-string-width"],
    because: "words are made from a finished report: what is printed can never depend on how it was found",
  },
  {
    layer: "connection",
    may: ["model"],
    packages: ["node:*", "openid-client", "js-yaml"],
    because: "how to reach a server and log in is the same for reading and for writing",
  },
  {
    layer: "object-store",
    may: ["model"],
    packages: ["node:*"],
    because: "how objects are kept is its secret: it knows their shapes, and nobody who asks for them",
  },
  {
    layer: "sources",
    may: ["model", "connection", "object-store"],
    packages: ["node:*", "js-yaml", "tar-stream"],
    because: "reading is not judging",
  },
  {
    layer: "executor",
    may: ["model", "connection"],
    packages: ["node:*", "@kubernetes/client-node"],
    because: "who writes is told what to write, and judges nothing",
  },
  {
    layer: "commands",
    may: [
      "model",
      "controllers",
      "engine",
      "finalizers",
      "waits",
      "remedies",
      "render",
      "connection",
      "sources",
      "executor",
      "knowledge.ts",
    ],
    packages: [],
    because: "a command joins the layers; the terminal and the files reach it through its arguments",
  },
  {
    layer: "cli",
    may: ["model", "commands", "render", "connection", "sources", "knowledge.ts", "engine"],
    packages: ["yargs", "ora"],
    because: "flags and help know the commands, and no domain rule",
  },
];

interface Import {
  readonly from: string;
  readonly to: string;
}

/** A layer that has no folder yet breaks no law. */
function filesBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => join(folder, file));
}

function importsOf(file: string): readonly Import[] {
  const text = readFileSync(file, "utf8");
  const specifiers = [...text.matchAll(/(?:\bfrom\s+|\bimport\s*\(?\s*)"([^"]+)"/g)].map(
    (match) => match[1] ?? "",
  );
  return specifiers.map((specifier) => ({
    from: relative(source, file),
    to: specifier.startsWith(".") ? relative(source, join(dirname(file), specifier)) : specifier,
  }));
}

/** AssemblyScript leaves the end of a file's name out. */
const compiledApart = "object-store/packer/";
const isInside = (path: string) => path.endsWith(".ts") || path.startsWith(compiledApart);
const layerOf = (path: string) => path.split("/")[0] ?? path;
const matches = (name: string, pattern: string) =>
  pattern.endsWith("*")
    ? name.startsWith(pattern.slice(0, -1))
    : name === pattern || name.startsWith(`${pattern}/`);

for (const law of laws) {
  test(`${law.layer} imports only ${[...law.may, ...law.packages].join(", ") || "itself"}: ${law.because}`, () => {
    const broken = filesBelow(join(source, law.layer))
      .flatMap(importsOf)
      .filter(({ to }) =>
        isInside(to)
          ? layerOf(to) !== law.layer && !law.may.includes(layerOf(to))
          : !law.packages.some((pattern) => matches(to, pattern)),
      );
    assert.deepEqual(broken, []);
  });
}

test("what is compiled to WebAssembly imports nothing else: it has nothing of JavaScript", () => {
  const broken = filesBelow(join(source, compiledApart))
    .flatMap(importsOf)
    .filter(({ to }) => !to.startsWith(compiledApart));
  assert.deepEqual(broken, []);
});

test("the object store has one door: nobody needs to know what is behind its index.ts", () => {
  const broken = filesBelow(source)
    .flatMap(importsOf)
    .filter(({ from, to }) => layerOf(to) === "object-store" && layerOf(from) !== "object-store")
    .filter(({ to }) => to !== "object-store/index.ts");
  assert.deepEqual(broken, []);
});

for (const layer of ["finalizers", "waits", "remedies", "rules"]) {
  test(`an entry of ${layer} imports no other entry`, () => {
    const registry = join(source, layer, "index.ts");
    const broken = filesBelow(join(source, layer))
      .filter((file) => file !== registry)
      .flatMap(importsOf)
      .filter(({ to }) => isInside(to) && layerOf(to) === layer && !to.startsWith(`${layer}/shared/`));
    assert.deepEqual(broken, []);
  });
}

test("only the executor builds a request that changes something", () => {
  const writes = /method:\s*"(PUT|PATCH|POST|DELETE)"/;
  const broken = filesBelow(source)
    .map((file) => relative(source, file))
    .filter((file) => layerOf(file) !== "executor" && file !== "connection/http/exchange.ts")
    .filter((file) => file !== "model/request.ts")
    .filter((file) => writes.test(readFileSync(join(source, file), "utf8")));
  assert.deepEqual(broken, []);
});

test("only the executor sends anything but reads", () => {
  const broken = filesBelow(source)
    .flatMap(importsOf)
    .filter(({ from, to }) => to === "connection/http/send.ts" && layerOf(from) !== "executor");
  assert.deepEqual(broken, []);
});

test("a command imports no other command", () => {
  const folder = join(source, "commands");
  const broken = filesBelow(folder)
    .filter((file) => relative(folder, file) !== "all.ts")
    .flatMap(importsOf)
    .filter(({ to }) => /^commands\/[a-z-]+\.command\.ts$/.test(to));
  assert.deepEqual(broken, []);
});

test("nothing but main.ts and the other entries touches the process, the clock or chance", () => {
  const forbidden = /\bprocess\.|\bDate\.now\(|\bMath\.random\(|\bnew Date\(\)|\bconsole\./;
  const broken = filesBelow(source)
    .map((file) => relative(source, file))
    .filter((file) => !["main.ts", "complete.ts", "program/in-executable.ts"].includes(file))
    .filter((file) =>
      forbidden.test(readFileSync(join(source, file), "utf8").replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, "")),
    );
  assert.deepEqual(broken, []);
});

/** The files from which this one can be reached, by way of imports that stay in the folder. */
function circleOf(file: string, imports: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const reached = new Set<string>();
  const open = [file];
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const to of imports.get(next) ?? []) {
      if (reached.has(to)) continue;
      reached.add(to);
      open.push(to);
    }
  return reached.has(file) ? [...reached] : [];
}

test("no file of the engine imports itself by way of others, not even a type: it can be read from the bottom up", () => {
  const imports = new Map<string, string[]>();
  for (const { from, to } of filesBelow(join(source, "engine")).flatMap(importsOf))
    imports.set(from, [...(imports.get(from) ?? []), to]);
  const circles = [...imports.keys()].filter((file) => circleOf(file, imports).length > 0);
  assert.deepEqual(circles, []);
});

test("a file holds one idea: none is over 250 lines, and the median is from 60 to 120", () => {
  const lengths = filesBelow(source)
    .map((file) => ({ file: relative(source, file), lines: readFileSync(file, "utf8").split("\n").length }))
    .sort((a, b) => a.lines - b.lines);
  assert.deepEqual(
    lengths.filter(({ lines }) => lines > 250),
    [],
  );
  const median = lengths[Math.floor(lengths.length / 2)]?.lines ?? 0;
  assert.ok(median >= 60 && median <= 120, `the median file has ${median} lines`);
});
