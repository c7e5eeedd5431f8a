/** What package managers and scanners are told of a release. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import { Spec, Validation } from "@cyclonedx/cyclonedx-library";
import { load } from "js-yaml";
import { krewRules } from "../krew/rules.ts";
import { folder, released, version } from "./release.ts";

const isWhole = released.length === 5;
const wholeOnly = { skip: !isWhole && "the release is not for all platforms" };
const krewValidator = "sigs.k8s.io/krew/cmd/validate-krew-manifest@v0.5.0";

const sums = new Map(
  readFileSync(join(folder, "checksums.txt"), "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split("  ").reverse() as [string, string]),
);

test("the manifest for krew keeps krew's rules, and has the sum of each archive", wholeOnly, () => {
  const manifest = load(readFileSync(join(folder, "pvguard.yaml"), "utf8")) as Parameters<
    (typeof krewRules)[number]["holds"]
  >[0];
  for (const { rule, holds } of krewRules) assert.ok(holds(manifest), rule);
  const named = (manifest.spec?.platforms ?? []).map(({ uri, sha256 }) => [basename(String(uri)), sha256]);
  assert.deepEqual(
    named,
    released.map(({ archive }) => [basename(archive), sums.get(basename(archive))]),
  );
});

test("krew's own validation takes the manifest", wholeOnly, (t) => {
  const argv = ["run", krewValidator, "-manifest", join(folder, "pvguard.yaml"), "-skip-install"];
  const ran = spawnSync("go", argv, { encoding: "utf8", env: { ...process.env, GOFLAGS: "-mod=mod" } });
  if (ran.error !== undefined) return t.skip("there is no Go here");
  assert.equal(ran.status, 0, ran.stderr);
});

test("the formula for Homebrew names each archive with its sum", wholeOnly, () => {
  const formula = readFileSync(join(folder, "kubectl-pvguard.rb"), "utf8");
  const named = [...formula.matchAll(/url ".*\/(.*)"\n\s+sha256 "(.*)"/g)].map(([, name, sum]) => [
    name,
    sum,
  ]);
  const unix = released.filter(({ platform }) => platform.os !== "windows");
  assert.deepEqual(
    named.sort(),
    unix.map(({ archive }) => [basename(archive), sums.get(basename(archive))]).sort(),
  );
});

test("Ruby can read the formula", wholeOnly, (t) => {
  const ran = spawnSync("ruby", ["-c", join(folder, "kubectl-pvguard.rb")], { encoding: "utf8" });
  if (ran.error !== undefined) return t.skip("there is no Ruby here");
  assert.equal(ran.status, 0, ran.stderr);
});

test("the bill of materials is valid, and names what is bundled", async () => {
  const text = readFileSync(join(folder, `kubectl-pvguard_${version}.cdx.json`), "utf8");
  const problems = await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text);
  assert.equal(problems, null);
  const { components, metadata } = JSON.parse(text);
  assert.equal(metadata.component.version, version.slice(1));
  const names: readonly string[] = components.map(({ name }: { readonly name: string }) => name);
  for (const name of ["node", "yargs-parser", "js-yaml", "openid-client"])
    assert.ok(names.includes(name), name);
  for (const node of components.filter(({ name }: { readonly name: string }) => name === "node"))
    assert.ok(node.components.some(({ name }: { readonly name: string }) => name === "openssl"));
});
