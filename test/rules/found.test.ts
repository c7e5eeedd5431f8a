/**
 * What each rule finds in each of its cases, whole: how sure it is, since when, its evidence, what it takes up and its
 * remedies. `UPDATE=1` writes the golden; then a person reads it.
 */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { flatten, nameOf } from "../../src/kubernetes/index.ts";
import type { Evidence, Finding, MarkedRemedy, Report, SizedDisk } from "../../src/report/index.ts";
import { allCases, auditOf } from "./cases.ts";

const file = join(import.meta.dirname, "found.txt");

const plain = (phrase: Parameters<typeof flatten>[0]) => flatten(phrase, (data) => data);
const evidenceLine = ({ about, path, observed, verdict }: Evidence) =>
  `    ${plain(nameOf(about))} ${verdict}: ${path} is ${JSON.stringify(observed)}`;
const diskLine = ({ volume, bytes, key }: SizedDisk) =>
  `    takes up ${bytes} bytes, ${volume}${key === undefined ? "" : `, ${key}`}`;
const remedyLine = ({ name, title, safety, follows }: MarkedRemedy) =>
  `    ${name}: [${safety}] ${plain(title)}${follows === undefined ? "" : ` (what follows: ${follows.data})`}`;

function findingLines(finding: Finding): readonly string[] {
  const { severity, confidence, subject, message, since, reason, storageClass, disks = [] } = finding;
  return [
    `  ${severity}, ${confidence}: ${plain(nameOf(subject))}: ${plain(message)}`,
    ...(since === undefined ? [] : [`    since ${since}`]),
    ...(reason === undefined ? [] : [`    reason ${reason}`]),
    ...(storageClass === undefined ? [] : [`    class ${storageClass}`]),
    ...disks.map(diskLine),
    ...finding.evidence.map(evidenceLine),
    ...finding.remedies.map(remedyLine),
  ];
}

function told({ findings, silenced }: Report): readonly string[] {
  return [
    ...findings.flatMap(findingLines),
    ...silenced.map(({ unread: { resource, reason } }) => `  silenced: ${resource}: ${reason}`),
  ];
}

const played = new Map<string, string>();
function play(title: string, report: Report): void {
  assert.ok(!played.has(title), `two cases are called ${title}`);
  played.set(title, [title, ...told(report)].join("\n"));
}
for (const [name, { fires, silent, unread }] of await allCases()) {
  for (const { what, objects } of fires) play(`${name} fires: ${what}`, auditOf(name, objects));
  for (const { what, objects } of silent) play(`${name} stays silent: ${what}`, auditOf(name, objects));
  for (const { what, objects, hidden } of unread)
    play(`${name} could not tell: ${what} (${hidden.join(", ")})`, auditOf(name, objects, hidden));
}

if (process.env.UPDATE === "1") writeFileSync(file, `${[...played.values()].join("\n\n")}\n`);

const golden = new Map(
  readFileSync(file, "utf8")
    .trimEnd()
    .split("\n\n")
    .map((part) => [part.split("\n")[0], part]),
);

for (const [title, lines] of played) test(title, () => assert.equal(lines, golden.get(title)));

test("nothing else stands in the golden", () => assert.deepEqual([...golden.keys()], [...played.keys()]));
