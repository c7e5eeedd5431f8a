import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { load } from "js-yaml";
import { krewRules } from "./rules.ts";

type Manifest = Parameters<(typeof krewRules)[number]["holds"]>[0];
type Spec = NonNullable<Manifest["spec"]>;
type Platform = NonNullable<Spec["platforms"]>[number];

const root = join(import.meta.dirname, "..", "..");
const manifest = load(readFileSync(join(root, "krew-manifest.yaml"), "utf8")) as Manifest;

for (const { rule, holds } of krewRules) {
  test(`krew: ${rule}`, () => assert.ok(holds(manifest)));
}

const withSpec = (change: Partial<Spec>): Manifest => ({
  ...manifest,
  spec: { ...manifest.spec, ...change },
});
const [platform = {}] = manifest.spec?.platforms ?? [];
const withPlatform = (change: Partial<Platform>) => withSpec({ platforms: [{ ...platform, ...change }] });
const named = (name: string): Manifest => ({ ...manifest, metadata: { name } });

const broken: readonly (readonly [string, Manifest])[] = [
  ["apiVersion and kind", { ...manifest, apiVersion: "v1" }],
  ["the name is one word", named("pv guard")],
  ["the name is one word", named("con")],
  ["the name is lower-case", named("kubectl-pvguard")],
  ["the version is semantic", withSpec({ version: "1.0.0" })],
  ["the short description", withSpec({ shortDescription: "Explains.\nMore" })],
  ["there is a homepage", withSpec({ homepage: undefined })],
  ["there is a description", withSpec({ description: "Use --from to read a file" })],
  ["there is a platform", withSpec({ platforms: [] })],
  ["a platform has a uri", withPlatform({ uri: undefined })],
  ["the uri holds", withPlatform({ uri: "https://example.com/latest/a.tar.gz" })],
  ["a platform has a sha256", withPlatform({ sha256: "A".repeat(64) })],
  ["bin is a clean path", withPlatform({ bin: "../x" })],
  ["bin is a clean path", withPlatform({ selector: { matchLabels: { os: "windows" } } })],
  ["a selector is not empty", withPlatform({ selector: {} })],
  ["a selector is not empty", withPlatform({ selector: { matchLabels: { libc: "musl" } } })],
  ["no two platforms", withSpec({ platforms: [platform, platform] })],
  ["files are left out", withPlatform({ files: [] })],
];

for (const [beginning, wrong] of broken) {
  test(`krew: a broken manifest is noticed: ${beginning}`, () => {
    const rule = krewRules.find((candidate) => candidate.rule.startsWith(beginning));
    assert.equal(rule?.holds(wrong), false);
  });
}

test("the manifest is of the version of the package", () => {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  assert.equal(manifest.spec?.version, `v${version}`);
});
