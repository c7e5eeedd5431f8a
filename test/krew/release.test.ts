/** What package managers are told, with made-up sums. `npm run test:release` looks at those of a real release. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { load } from "js-yaml";
import { homebrewFormula, krewManifest } from "../../build/release/manifests.ts";
import { archiveName, executableName, platforms } from "../../build/release/platforms.ts";
import { krewRules } from "./rules.ts";

type Manifest = Parameters<(typeof krewRules)[number]["holds"]>[0];

const template = readFileSync(join(import.meta.dirname, "..", "..", "krew-manifest.yaml"), "utf8");
const version = "v1.20.3";
const sums = new Map(
  platforms.map((platform, at) => [archiveName(platform, version), String(at).repeat(64)] as const),
);

test("the manifest of a release keeps krew's rules, and has an archive with its sum for each platform", () => {
  const manifest = load(krewManifest(template, version, sums)) as Manifest;
  for (const { rule, holds } of krewRules) assert.ok(holds(manifest), rule);
  assert.equal(manifest.spec?.version, version);
  const told = (manifest.spec?.platforms ?? []).map(({ uri, sha256, bin, selector }) => ({
    ...selector?.matchLabels,
    archive: String(uri).split("/").slice(-2),
    sha256,
    bin,
  }));
  const expected = platforms.map((platform) => ({
    os: platform.os,
    arch: platform.arch,
    archive: [version, archiveName(platform, version)],
    sha256: sums.get(archiveName(platform, version)),
    bin: executableName(platform),
  }));
  assert.deepEqual(told, expected);
});

test("the formula names the archives of macOS and Linux with their sums", () => {
  const formula = homebrewFormula(version, sums);
  for (const platform of platforms) {
    const archive = archiveName(platform, version);
    const pair = `/${version}/${archive}"\n      sha256 "${sums.get(archive)}"`;
    assert.equal(formula.includes(pair), platform.os !== "windows", archive);
  }
  assert.match(formula, /^ {2}version "1\.20\.3"$/m);
});

test("an archive without a sum is no release", () => {
  assert.throws(
    () => krewManifest(template, version, new Map()),
    /there is no sum of kubectl-pvguard_v1\.20\.3_/,
  );
  assert.throws(() => homebrewFormula(version, new Map()), /there is no sum of/);
});
