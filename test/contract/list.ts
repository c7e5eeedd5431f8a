/** Lists, whole and in pages. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { List } from "./answer.ts";
import { claim } from "./manifests.ts";
import type { Subject } from "./subject.ts";
import { newName } from "./subject.ts";

export function listTests(subject: Subject): void {
  let path = "";
  before(async () => {
    const name = newName("pages");
    await subject.made("/api/v1/namespaces", { apiVersion: "v1", kind: "Namespace", metadata: { name } });
    path = `/api/v1/namespaces/${name}/persistentvolumeclaims`;
    for (const letter of "abcde") await subject.made(path, claim(letter, { labels: { all: "yes" } }));
  });

  async function page(query: string): Promise<List> {
    return (await subject.get(`${path}?${query}`)).list;
  }

  const names = ({ items }: List) => items.map(({ metadata }) => metadata.name).join("");

  test("list: everything, by name", async () => {
    const all = await page("");
    assert.equal(all.kind, "PersistentVolumeClaimList");
    assert.equal(names(all), "abcde");
    assert.equal(all.metadata.continue, undefined);
    assert.equal(all.metadata.remainingItemCount, undefined);
  });

  test("list: items of a built-in kind do not say their kind", async () => {
    const [first] = (await page("")).items;
    assert.deepEqual([first?.kind, first?.apiVersion], [undefined, undefined]);
  });

  test("list: pages are of one moment, and say how many objects are left", async () => {
    const first = await page("limit=2");
    assert.deepEqual([names(first), first.metadata.remainingItemCount], ["ab", 3]);
    await subject.made(path, claim("bb"));
    await subject.ask("PATCH", `${path}/bb`, {
      type: "application/merge-patch+json",
      body: { metadata: { finalizers: null } },
    });
    const second = await page(`limit=2&continue=${first.metadata.continue}`);
    assert.deepEqual([names(second), second.metadata.remainingItemCount], ["cd", 1]);
    assert.equal(second.metadata.resourceVersion, first.metadata.resourceVersion);
    const third = await page(`limit=2&continue=${second.metadata.continue}`);
    assert.deepEqual([names(third), third.metadata.continue], ["e", undefined]);
    await subject.ask("DELETE", `${path}/bb`);
  });

  test("list: with a selector nobody says how many objects are left", async () => {
    const { metadata, items } = await page("limit=2&labelSelector=all");
    assert.deepEqual([items.length, metadata.remainingItemCount], [2, undefined]);
    assert.notEqual(metadata.continue, undefined);
  });

  test("list: a token that is rubbish is a bad request", async () => {
    const { code, status } = await subject.get(`${path}?limit=2&continue=garbage`);
    assert.deepEqual([code, status.reason], [400, "BadRequest"]);
    assert.match(status.message ?? "", /continue key is not valid/);
  });

  test("list: a token together with a resourceVersion is a bad request", async () => {
    const { metadata } = await page("limit=2");
    const query = `limit=2&resourceVersion=${metadata.resourceVersion}&continue=${metadata.continue}`;
    const { code, status } = await subject.get(`${path}?${query}`);
    assert.equal(code, 400);
    assert.equal(status.message, "specifying resource version is not allowed when using continue");
  });

  test("list: a version from the future comes too late", async () => {
    const query = "resourceVersion=99999999&resourceVersionMatch=NotOlderThan";
    const { code, headers, status } = await subject.get(`${path}?${query}`);
    assert.deepEqual([code, status.reason, headers["retry-after"]], [504, "Timeout", "1"]);
    assert.match(status.message ?? "", /^Timeout: Too large resource version: 99999999, current: \d+$/);
    assert.equal(status.details?.causes?.[0]?.reason, "ResourceVersionTooLarge");
  });

  test("list: a version that is no number is refused, by an old server as if it were its own error", async () => {
    assert.ok([400, 500].includes((await subject.get(`${path}?resourceVersion=abc`)).code));
  });

  test("list: an exact version from before shows what was then", async () => {
    const then = (await page("")).metadata.resourceVersion;
    await subject.made(path, claim("f"));
    assert.equal(
      names(await page(`resourceVersion=${then}&resourceVersionMatch=Exact`)).includes("f"),
      false,
    );
    assert.equal(names(await page("")).includes("f"), true);
  });

  test("list: a namespace that does not exist has an empty list", async () => {
    const { list } = await subject.get("/api/v1/namespaces/nowhere/persistentvolumeclaims");
    assert.deepEqual(list.items, []);
  });
}
