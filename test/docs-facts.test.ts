/** Numbers, names and addresses in what is written about pvguard. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { archiveName } from "../build/release/platforms.ts";
import { parse } from "../src/cli/parse.ts";
import { commands } from "../src/commands/all.ts";
import { acceptedBy } from "../src/define/index.ts";
import { knowledge } from "../src/knowledge.ts";
import { auditRenderers } from "../src/render/index.ts";
import { troubles } from "./cluster/audit/troubles/index.ts";
import { runCli } from "./support/run-cli.ts";

const root = join(import.meta.dirname, "..");
const textOf = (file: string) => readFileSync(join(root, file), "utf8");
const pages = [
  "README.md",
  "CONTRIBUTING.md",
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => join("docs", file)),
];
const relativeLinks = (page: string) =>
  [...textOf(page).matchAll(/\]\(([^)\s]+)[^)]*\)/g)]
    .map(([, link = ""]) => link)
    .filter((link) => !/^[a-z]+:/.test(link))
    .map((link) => {
      const [file = "", anchor = ""] = link.split("#");
      return { link, to: file === "" ? page : join(dirname(page), file), anchor };
    });
/** What GitHub makes of the headings of a page. */
const anchorsOf = (page: string) =>
  firsts(textOf(page), /^#+ (.*)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, "")
      .replaceAll(" ", "-"),
  );
/** All groups `1` of a text. */
const firsts = (text: string, wanted: RegExp) => [...text.matchAll(wanted)].map(([, found = ""]) => found);

test("the docs count rules, kinds of trouble and stuck objects as they are", async () => {
  const readme = textOf("README.md").replaceAll(/\s+/g, " ");
  const usual = knowledge.rules.filter(({ onlyWith }) => onlyWith === undefined).length;
  const ofDisks = knowledge.rules.filter(({ onlyWith }) => onlyWith === "disks").length;
  const all = knowledge.rules.length - ofDisks;
  assert.ok(
    readme.includes(`\`audit\` asks ${usual} [rules]`) &&
      readme.includes(`and ${all} with \`--risk\``) &&
      readme.includes(`\`--disks\` adds ${ofDisks}`),
    "the README counts other rules: npm run docs",
  );
  const real = textOf("docs/audit-real.md").replaceAll(/\s+/g, " ");
  assert.ok(real.includes(`${troubles.length} kinds of trouble were made`));
  const types = "pvc,pv,volumeattachments,volumesnapshots,namespaces,pods";
  const argv = ["why", types, "-A", "-o", "json", "--from", join(root, "docs", "example", "cluster.yaml")];
  const { diagnoses } = JSON.parse((await runCli(argv, 0)).out) as {
    readonly diagnoses: readonly { readonly verdict: { readonly category: string } }[];
  };
  const stuck = diagnoses.filter(({ verdict }) => /^(?:blocked|stuck)$/.test(verdict.category));
  assert.ok(
    readme.includes(`a bundled example cluster with ${stuck.length} stuck objects`),
    `${stuck.length}`,
  );
});

test("docs/audit.md names every format of an audit", () => {
  const table = firsts(textOf("docs/audit.md"), /^\| (`.*?) \|/gm).join(" ");
  for (const { name } of auditRenderers)
    assert.ok(table.includes(`\`${name}\``), `the table of docs/audit.md lacks the format ${name}`);
});

test("docs/usage.md names every command and every exit code", () => {
  const usage = textOf("docs/usage.md");
  const table = firsts(usage, /^\| `(.*?)` \|/gm).join(" ");
  for (const { name } of commands)
    assert.match(
      name === "version" || name === "completion" ? usage : table,
      // `guard serve` is the command guard-serve.
      new RegExp(`\\b${name.replace("-", "[- ]")}\\b`),
      `the table of docs/usage.md lacks the command ${name}`,
    );
  const codes = firsts(textOf("src/commands/failure.ts"), /type ExitCode = (.*);/g)[0]?.split(" | ");
  assert.deepEqual(firsts(usage, /^\| (\d+) \|/gm), codes);
});

test("the README fits on a few screens, and names the main commands", () => {
  const readme = textOf("README.md");
  assert.ok(readme.split("\n").length <= 151, "at most 150 lines: the rest belongs in docs/");
  const table = firsts(readme, /^\| (`.*?`) \|/gm).flatMap((cell) => firsts(cell, /`(\w+)`/g));
  assert.deepEqual(table, ["why", "audit", "blockers", "fix", "rescue", "undo", "guard"]);
  const known: readonly string[] = commands.map(({ name }) => name);
  for (const name of table) assert.ok(known.includes(name), name);
  for (const script of ["npm ci && npm run demo", "npm ci && npm test"]) assert.ok(readme.includes(script));
  const { version } = JSON.parse(textOf("package.json")) as { readonly version: string };
  assert.ok(readme.includes(`kubectl-pvguard-${version}.tgz`));
  const install = textOf("docs/install.md");
  for (const name of [
    `kubectl-pvguard-${version}.tgz`,
    archiveName({ os: "linux", arch: "amd64" }, `v${version}`),
  ])
    assert.ok(install.includes(name), name);
});

test("docs/fix.md names every danger that has no page of its own as a reason", () => {
  const page = textOf("docs/fix.md");
  for (const name of acceptedBy("fix")) assert.match(page, new RegExp(`\\b${name}\\b`));
  assert.ok(acceptedBy("fix").length > 15);
});

test("every command line in the docs can be understood", () => {
  let lines = 0;
  for (const page of pages.filter((file) => !/rules|compare|adr/.test(file)))
    for (const line of firsts(textOf(page), /^(?: *(?:\$ )?|.*?`)kubectl pvguard ([^`\n]+)`?/gm)) {
      const [words = ""] = line.split(/ +#| > | \| | \\$/);
      const parsed = parse(words.trim().split(" "), commands);
      assert.ok(parsed.do === "run", `${page}: ${line}`);
      lines += 1;
    }
  assert.ok(lines > 150, String(lines));
});

test("links, files and scripts that the docs name are there", () => {
  const { scripts } = JSON.parse(textOf("package.json")) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  for (const page of pages) {
    const text = textOf(page);
    for (const { link, to, anchor } of relativeLinks(page)) {
      assert.ok(existsSync(join(root, to)), `${page}: ${link}`);
      if (anchor !== "") assert.ok(anchorsOf(to).includes(anchor), `${page}: ${link}`);
    }
    for (const file of firsts(text, /`((?:src|test|docs|build|bench)\/[\w./-]+)`/g))
      assert.ok(
        ["", ".ts", ".test.ts"].some((end) => existsSync(join(root, file + end))),
        `${page}: ${file}`,
      );
    for (const script of firsts(text, /npm run ([\w:]+)/g))
      assert.ok(script in scripts, `${page}: ${script}`);
  }
});

test("docs/README.md leads to every page", () => {
  const reached = new Set([join("docs", "README.md")]);
  for (const page of reached)
    for (const { to } of relativeLinks(page)) if (pages.includes(to)) reached.add(to);
  const decisions = (page: string) => page.startsWith(join("docs", "adr"));
  const apart = pages.filter((page) => page.startsWith("docs") && !reached.has(page) && !decisions(page));
  assert.deepEqual(apart, []);
  assert.ok(reached.size > 400);
});

test("the README asks for the Node.js of the package", () => {
  const { engines } = JSON.parse(textOf("package.json")) as { readonly engines: { readonly node: string } };
  const oldest = engines.node.replace(/^>=(\d+\.\d+)\.0$/, "$1");
  assert.ok(textOf("README.md").includes(`Node.js ${oldest} or newer`));
});
