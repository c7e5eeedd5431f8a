/** Label and field selectors. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { claim, pod } from "./manifests.ts";
import type { Subject } from "./subject.ts";
import { mergePatch, newName } from "./subject.ts";

const byLabels = [
  ["tier=db", "ab"],
  ["tier==db,zone=east", "a"],
  ["tier!=db", "cd"],
  ["tier in (db, web)", "abc"],
  ["tier notin (db,web)", "d"],
  ["zone", "a"],
  ["!tier", "d"],
  ["zone,tier in (web)", ""],
] as const;

const byFields = [
  ["persistentvolumeclaims", "metadata.name=b", "b"],
  ["persistentvolumeclaims", "metadata.name!=b", "acd"],
  ["pods", "spec.nodeName=node-1", "p"],
  ["pods", "status.phase!=Running", "q"],
  ["pods", "spec.nodeName=node-1,status.phase=Pending", ""],
  ["events", "involvedObject.kind=PersistentVolumeClaim,involvedObject.name=a", "ea"],
  ["events", "involvedObject.uid=2", "eb"],
] as const;

export function selectorTests(subject: Subject): void {
  let namespace = "";
  const inside = (plural: string) => `/api/v1/namespaces/${namespace}/${plural}`;
  before(async () => {
    namespace = newName("selectors");
    const service = { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "default" } };
    const metadata = { name: namespace };
    await subject.made("/api/v1/namespaces", { apiVersion: "v1", kind: "Namespace", metadata });
    await subject.made(inside("serviceaccounts"), service);
    await subject.made(
      inside("persistentvolumeclaims"),
      claim("a", { labels: { tier: "db", zone: "east" } }),
    );
    await subject.made(inside("persistentvolumeclaims"), claim("b", { labels: { tier: "db" } }));
    await subject.made(inside("persistentvolumeclaims"), claim("c", { labels: { tier: "web" } }));
    await subject.made(inside("persistentvolumeclaims"), claim("d"));
    await subject.made(inside("pods"), pod("p", { nodeName: "node-1" }));
    await subject.patch(`${inside("pods")}/p/status`, mergePatch, { status: { phase: "Running" } });
    await subject.made(inside("pods"), pod("q"));
    for (const [name, uid] of [
      ["a", "1"],
      ["b", "2"],
    ] as const) {
      await subject.made(inside("events"), {
        apiVersion: "v1",
        kind: "Event",
        metadata: { name: `e${name}` },
        involvedObject: { apiVersion: "v1", kind: "PersistentVolumeClaim", namespace, name, uid },
      });
    }
  });

  async function names(plural: string, query: Record<string, string>): Promise<string> {
    const { list } = await subject.get(`${inside(plural)}?${new URLSearchParams(query)}`);
    return list.items.map(({ metadata }) => metadata.name).join("");
  }

  for (const [labelSelector, expected] of byLabels) {
    test(`label selector ${labelSelector}`, async () => {
      assert.equal(await names("persistentvolumeclaims", { labelSelector }), expected);
    });
  }

  for (const [plural, fieldSelector, expected] of byFields) {
    test(`field selector ${fieldSelector} of ${plural}`, async () => {
      assert.equal(await names(plural, { fieldSelector }), expected);
    });
  }

  test("a namespace is a field too", async () => {
    const { list } = await subject.get(
      `/api/v1/persistentvolumeclaims?fieldSelector=metadata.namespace%3D${namespace}`,
    );
    assert.equal(list.items.length, 4);
  });

  test("a label selector that cannot be read is a bad request", async () => {
    const { code, status } = await subject.get(`${inside("pods")}?labelSelector=%21%21`);
    assert.equal(code, 400);
    assert.match(status.message ?? "", /unable to parse requirement: found '!/);
  });

  test("a field that nobody may select by is a bad request", async () => {
    const query = "fieldSelector=spec.volumeName%3Ddisk";
    const { code, status } = await subject.get(`${inside("persistentvolumeclaims")}?${query}`);
    assert.equal(code, 400);
    assert.match(
      status.message ?? "",
      /^"spec\.volumeName" is not a known field selector: only "metadata\.name"/,
    );
  });
}
