import assert from "node:assert/strict";
import { test } from "node:test";
import { inputSource } from "../../src/commands/index.ts";
import { pagesOf } from "../../src/commands/pages/index.ts";
import { controllers } from "../../src/controllers/index.ts";
import { dangers, generalReasons } from "../../src/define/index.ts";
import { knowledge } from "../../src/knowledge.ts";
import { snapshotOf } from "../support/snapshot.ts";
import { runCommand } from "./support/run-command.ts";

const pages = pagesOf(knowledge);
const explain = (...words: readonly string[]) =>
  runCommand(["explain", ...words], inputSource(snapshotOf([])));

test("everything that is known has a page", () => {
  const names = new Set(pages.map(({ name }) => name));
  const entries = [...knowledge.finalizers, ...knowledge.waits];
  const reasons = entries.flatMap((entry) => Object.keys(entry.reasons));
  const wanted = [
    ...knowledge.finalizers.map(({ finalizer }) => finalizer),
    ...knowledge.waits.map(({ wait }) => wait),
    ...knowledge.rules.map(({ code }) => code),
    ...controllers.map(({ name }) => name),
    ...knowledge.remedies.map(({ name }) => name),
    ...reasons,
    ...Object.keys(generalReasons),
    ...Object.keys(dangers),
  ];
  assert.deepEqual(
    wanted.filter((name) => !names.has(name)),
    [],
  );
});

test("a reason has one page, however many entries give it", () => {
  const reasons = pages.filter(({ kind }) => kind === "reason").map(({ name }) => name);
  assert.deepEqual(
    reasons.filter((name, position) => reasons.indexOf(name) !== position),
    [],
  );
});

test("every page can be asked for by its name", async () => {
  for (const { name, title } of pages) {
    const { out, code } = await explain(name, "-omarkdown");
    assert.equal(code, 0, name);
    assert.ok(out.includes(title.split(/[<`*_]/)[0] ?? title), name);
  }
});

test("a finalizer with the name of a driver in it leads to its page", async () => {
  const { out, code } = await explain("external-attacher/ebs-csi-aws-com");
  assert.match(out, /^external-attacher\/<driver>: /);
  assert.equal(code, 0);
});

test("a rule is explained by its code and by its name", async () => {
  const { out, code } = await explain("claim-held");
  assert.match(out, /^PVG101: A claim stays Terminating\n/);
  assert.match(out, /^What to do$/m);
  assert.equal(out, (await explain("pvg101")).out);
  assert.equal(code, 0);
});

test("the page of a remedy says what fix does with it, and how to ask for it", async () => {
  const { out } = await explain("set-retain");
  assert.match(out, /With fix: +Sets spec\.persistentVolumeReclaimPolicy to Retain/);
  assert.match(out, /kubectl pvguard fix TYPE\/NAME --remedy set-retain --dry-run/);
  assert.match((await explain("reboot-node")).out, /With fix: +no: a person must do it/);
  for (const { name, fixDoes } of knowledge.remedies)
    assert.equal(/With fix: +no: a person/.test((await explain(name)).out), fixDoes === undefined, name);
});

test("the page of a danger says what it costs, and how it is accepted", async () => {
  const { out, code } = await explain("DiskLeaks");
  assert.equal(code, 0);
  assert.match(out, /^DiskLeaks: The disk is not deleted, and Kubernetes has no record of it/);
  assert.match(out, /Means: +leak: /);
  assert.match(out, /To accept it: +`?--accept DiskLeaks/);
  assert.match((await explain("vOlUmEbOuNd")).out, /^VolumeBound: /);
});

test("a reason that a finalizer holds for says how fix is told to pass over it", async () => {
  assert.match((await explain("PodUsesClaim")).out, /To override it with fix: +`?--accept PodUsesClaim/);
  assert.doesNotMatch((await explain("AboutToBind")).out, /with fix/);
});

test("upper and lower case are the same", async () => {
  assert.match((await explain("finishedpodusesclaim")).out, /^FinishedPodUsesClaim: /);
});

test("what has no page is refused with what was probably meant", async () => {
  const { err, code } = await explain("FinishedPodUseClaim");
  assert.match(
    err,
    /^error: no page about "FinishedPodUseClaim" found\n\nDid you mean this\?\n\tFinishedPodUsesClaim\n/,
  );
  assert.equal(code, 2);
});

test("a finalizer without its domain is found, that of Kubernetes first", async () => {
  const { err, code } = await explain("pvc-protection");
  assert.match(err, /Did you mean this\?\n\tkubernetes.io\/pvc-protection\n\t.*\/pvc-protection\n/);
  assert.equal(code, 2);
});

test("without a name it lists all pages, with --all it prints them", async () => {
  const list = await explain();
  for (const { name } of pages) assert.ok(list.out.includes(name), name);
  const whole = await explain("--all", "-o", "markdown");
  assert.equal(whole.out.match(/^# /gm)?.length, pages.length);
});
