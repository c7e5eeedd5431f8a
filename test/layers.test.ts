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
  {
    layer: "kubernetes",
    may: [],
    packages: [],
    because: "the objects and their names do not depend on who asks",
  },
  {
    layer: "cluster",
    may: ["kubernetes"],
    packages: [],
    because: "it answers what was read and what was not, and concludes nothing",
  },
  {
    layer: "controllers",
    may: ["kubernetes", "cluster"],
    packages: [],
    because: "a model of a controller is a pure function of facts: no clock, no I/O, no analysis",
  },
  {
    layer: "report",
    may: ["kubernetes", "cluster"],
    packages: [],
    because: "the public contract says what was found, and not how",
  },
  {
    layer: "define",
    may: ["kubernetes", "cluster", "controllers", "report"],
    packages: [],
    because: "what an entry of the knowledge looks like is known before any entry is",
  },
  {
    layer: "backends",
    may: ["kubernetes"],
    packages: [],
    because: "what a tool of a storage backend prints does not depend on what is concluded from it",
  },
  {
    layer: "analysis",
    may: ["kubernetes", "cluster", "controllers", "report", "define", "evidence"],
    packages: [],
    because: "it is handed its knowledge, and knows no finalizer and no rule by name",
  },
  {
    layer: "evidence",
    may: ["kubernetes", "cluster", "controllers", "backends", "report", "define"],
    packages: [],
    because:
      "a question is put to the snapshot: who asks, and what is concluded from the answer, must not change it",
  },
  {
    layer: "finalizers",
    may: ["kubernetes", "cluster", "controllers", "report", "define", "evidence", "remedies"],
    packages: [],
    because:
      "an entry stands alone, and offers its remedies by calling them: the compiler checks what each is told",
  },
  {
    layer: "waits",
    may: ["kubernetes", "cluster", "controllers", "report", "define", "evidence", "remedies"],
    packages: [],
    because:
      "an entry stands alone, and offers its remedies by calling them: the compiler checks what each is told",
  },
  {
    layer: "deletions",
    may: ["kubernetes", "cluster", "controllers", "report", "define", "evidence", "remedies"],
    packages: [],
    because: "an entry says who depends on an object: what becomes of them is for the analysis to conclude",
  },
  {
    layer: "remedies",
    may: ["kubernetes", "cluster", "controllers", "backends", "report", "define", "evidence", "analysis"],
    packages: [],
    because: "an entry stands alone: it is understood without reading another entry",
  },
  {
    layer: "rules",
    may: ["kubernetes", "cluster", "controllers", "report", "define", "evidence", "remedies"],
    packages: [],
    because:
      "a rule stands alone, and offers its remedies by calling them: the compiler checks what each is told",
  },
  {
    layer: "guard",
    may: ["kubernetes", "report"],
    packages: [],
    because:
      "a policy is written before there is a cluster to look at: it is made of nothing but its options",
  },
  {
    layer: "changes",
    may: ["kubernetes", "cluster", "controllers", "report", "define", "evidence", "analysis", "connection"],
    packages: [],
    because: "a plan is made of what the analysis says, and of no finalizer or rule by name",
  },
  {
    layer: "changes/executor",
    may: ["kubernetes", "report", "connection", "changes/write-for.ts"],
    packages: ["node:*", "@kubernetes/client-node"],
    because: "who writes is told what to write, and judges nothing",
  },
  {
    layer: "render",
    may: ["kubernetes", "cluster", "report"],
    packages: ["js-yaml", "cli-table3", "fast-string-width", "@dagrejs/dagre"],
    because: "words are made from a finished report: what is printed can never depend on how it was found",
  },
  {
    layer: "render/html/page",
    may: [],
    packages: ["node:crypto", "node:fs"],
    because: "it is the style and the script of a page, which the build puts in its place",
  },
  {
    layer: "connection",
    may: ["kubernetes"],
    packages: ["node:*", "openid-client", "js-yaml"],
    because: "how to reach a server and log in is the same for reading and for writing",
  },
  {
    layer: "object-store",
    may: ["kubernetes", "cluster"],
    packages: ["node:*"],
    because: "how objects are kept is its secret: it knows their shapes, and nobody who asks for them",
  },
  {
    layer: "reading",
    may: ["kubernetes", "cluster", "connection", "object-store"],
    packages: ["node:*", "js-yaml", "tar-stream"],
    because: "reading is not judging",
  },
  {
    layer: "commands",
    may: [
      "kubernetes",
      "cluster",
      "controllers",
      "backends",
      "report",
      "define",
      "analysis",
      "changes",
      "guard",
      "finalizers",
      "waits",
      "deletions",
      "remedies",
      "render",
      "connection",
      "reading",
      "knowledge.ts",
    ],
    packages: [],
    because: "a command joins the layers; the terminal and the files reach it through its arguments",
  },
  {
    layer: "commands/serve",
    may: [
      "kubernetes",
      "report",
      "render",
      "knowledge.ts",
      "commands/audit",
      "commands/failure.ts",
      "commands/flags",
      "commands/print.ts",
      "commands/sources/source.ts",
      "commands/surroundings.ts",
    ],
    packages: [],
    because: "it runs for months unattended: it gets what reads, and nothing that could write",
  },
  {
    layer: "commands/guard-serve",
    may: [
      "kubernetes",
      "cluster",
      "report",
      "analysis",
      "render",
      "guard",
      "knowledge.ts",
      "commands/asking",
      "commands/failure.ts",
      "commands/flags",
      "commands/print.ts",
      "commands/resources.ts",
      "commands/serve/flags.ts",
      "commands/sources/source.ts",
      "commands/surroundings.ts",
    ],
    packages: [],
    because:
      "it runs for months unattended, and answers whoever can connect: it gets what reads, and nothing that could write",
  },
  {
    layer: "commands/mcp",
    may: [
      "kubernetes",
      "render",
      "knowledge.ts",
      "commands/audit.command.ts",
      "commands/audit/flags.ts",
      "commands/blockers.command.ts",
      "commands/changing/approval.ts",
      "commands/command.ts",
      "commands/explain.command.ts",
      "commands/failure.ts",
      "commands/fix.command.ts",
      "commands/fix/flags.ts",
      "commands/flags",
      "commands/pages",
      "commands/print.ts",
      "commands/surroundings.ts",
      "commands/why.command.ts",
      "report",
    ],
    packages: [],
    because:
      "an assistant asks it: it has commands answer, and concludes, reads and writes nothing by itself",
  },
  {
    layer: "cli",
    may: ["kubernetes", "cluster", "report", "commands", "render", "connection", "reading", "knowledge.ts"],
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

/** A room inside a room has a law of its own. */
const lawOf = (path: string) =>
  laws
    .filter(({ layer }) => matches(path, layer))
    .sort((one, other) => other.layer.length - one.layer.length)
    .at(0);

for (const law of laws) {
  test(`${law.layer} imports only ${[...law.may, ...law.packages].join(", ") || "itself"}: ${law.because}`, () => {
    const broken = filesBelow(join(source, law.layer))
      .filter((file) => lawOf(relative(source, file)) === law)
      .flatMap(importsOf)
      .filter(({ to }) =>
        isInside(to)
          ? !matches(to, law.layer) && !law.may.some((room) => matches(to, room))
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

for (const [room, because] of [
  ["object-store", "nobody needs to know what is behind it"],
  ["remedies", "what it names is registered, so nothing is offered that explain and the pages do not know"],
] as const) {
  test(`${room} has one door, its index.ts: ${because}`, () => {
    const broken = filesBelow(source)
      .flatMap(importsOf)
      .filter(({ from, to }) => layerOf(to) === room && layerOf(from) !== room)
      .filter(({ to }) => to !== `${room}/index.ts`);
    assert.deepEqual(broken, []);
  });
}

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

/** What only a question of the evidence room may look at: the signs by which something is inferred. */
const signs = [
  "latestEvent",
  "eventsAbout",
  "leasesByName",
  "csiNodesByDriver",
  /\.(?:get|list|lookup|walkAll|walkWith)\(\s*"(?:v1\/events|coordination\.k8s\.io\/v1\/leases)"/,
  /\.(?:get|list|walkAll)\(\s*"storage\.k8s\.io\/v1\/csinodes"/,
];
/** A rule that only names an index, so that few objects are looked at, asks nothing of it. */
const namesAnIndex = ["rules/attachment-orphaned.ts"];
/** A regular expression, or a search, over the words of an error, an event or a condition. */
const readsWords =
  /\.(?:test|exec)\([^()]*(?:message|error|text|said|words|told)[^()]*\)|(?:message|error|text|said|words|told)\w*(?:\?\.|\.)(?:match|matchAll|search|includes|startsWith|endsWith)\(/i;

const entries = ["finalizers", "waits", "remedies", "rules"].flatMap((layer) =>
  filesBelow(join(source, layer)).map((file) => relative(source, file)),
);

test("an entry reads no event, lease or registration itself: it asks the evidence, which also says what speaks against", () => {
  const broken = entries
    .filter((file) => !namesAnIndex.includes(file))
    .flatMap((file) => {
      const text = readFileSync(join(source, file), "utf8");
      return signs
        .filter((sign) => (typeof sign === "string" ? text.includes(sign) : sign.test(text)))
        .map((sign) => `${file}: ${sign}`);
    });
  assert.deepEqual(broken, []);
});

test("the text of an error is read in one place: an entry that matched its words would read half of it", () => {
  const everywhereElse = [
    ...entries,
    ...["analysis", "changes", "define"].flatMap((room) =>
      filesBelow(join(source, room))
        .map((file) => relative(source, file))
        // What the API server answers to a request is the executor's to read.
        .filter((file) => !matches(file, "changes/executor")),
    ),
    ...filesBelow(join(source, "evidence"))
      .map((file) => relative(source, file))
      .filter((file) => !file.startsWith("evidence/error-text/")),
  ];
  const broken = everywhereElse.filter((file) => readsWords.test(readFileSync(join(source, file), "utf8")));
  assert.deepEqual(broken, []);
  // What its own last round said is what the namespace controller does next; an action can set a message.
  const models = filesBelow(join(source, "controllers"))
    .map((file) => relative(source, file))
    .filter((file) =>
      /\bmessage\b/.test(readFileSync(join(source, file), "utf8").replaceAll(/\/\*[\s\S]*?\*\//g, "")),
    );
  assert.deepEqual(models, ["controllers/controller.ts", "controllers/namespace.ts"]);
});

test("only the executor builds a request that changes something", () => {
  const writes = /method:\s*"(PUT|PATCH|POST|DELETE)"/;
  const broken = filesBelow(source)
    .map((file) => relative(source, file))
    .filter((file) => !matches(file, "changes/executor"))
    .filter((file) => file !== "connection/http/exchange.ts" && file !== "report/request.ts")
    .filter((file) => writes.test(readFileSync(join(source, file), "utf8")));
  assert.deepEqual(broken, []);
});

test("only the executor sends anything but reads", () => {
  const broken = filesBelow(source)
    .flatMap(importsOf)
    .filter(({ from, to }) => to === "connection/http/send.ts" && !matches(from, "changes/executor"));
  assert.deepEqual(broken, []);
});

test("a command imports no other command, but mcp: its tools are the commands", () => {
  const folder = join(source, "commands");
  const broken = filesBelow(folder)
    .filter((file) => !["all.ts", "mcp/tools.ts"].includes(relative(folder, file)))
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

/** What can be reached from a file by way of imports. */
function reachedFrom(file: string, imports: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [file];
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const to of imports.get(next) ?? []) {
      if (reached.has(to)) continue;
      reached.add(to);
      open.push(to);
    }
  return reached;
}

test("no file imports itself by way of others, not even a type: the code can be read from the bottom up", () => {
  const imports = new Map<string, string[]>();
  for (const { from, to } of filesBelow(source).flatMap(importsOf))
    imports.set(from, [...(imports.get(from) ?? []), to]);
  const circles = [...imports.keys()].filter((file) => reachedFrom(file, imports).has(file));
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
