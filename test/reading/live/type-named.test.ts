/** Which type a person means by a name, as the server's discovery tells it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { TypeName } from "../../../src/reading/live/index.ts";
import { openScripted } from "../../support/fault-server/cluster.ts";
import { json, status } from "../../support/fault-server/reactions.ts";

const groups = json({
  kind: "APIGroupList",
  groups: [
    group("db.example.org", "v1"),
    group("backup.example.com", "v2"),
    { name: "broken", preferredVersion: "v1" },
  ],
});

function group(name: string, version: string) {
  const groupVersion = `${name}/${version}`;
  return { name, versions: [{ groupVersion, version }], preferredVersion: { groupVersion, version } };
}

const list = (groupVersion: string, resources: readonly object[]) =>
  json({ kind: "APIResourceList", groupVersion, resources });
const scripts = {
  "/apis": groups,
  "/api/v1": list("v1", [
    { name: "secrets", singularName: "secret", namespaced: true, kind: "Secret" },
    {
      name: "configmaps",
      singularName: "configmap",
      namespaced: true,
      kind: "ConfigMap",
      shortNames: ["cm"],
    },
  ]),
  "/apis/db.example.org/v1": list("db.example.org/v1", [
    { name: "databases/status", singularName: "", namespaced: true, kind: "Database" },
    {
      name: "databases",
      singularName: "database",
      namespaced: true,
      kind: "Database",
      shortNames: ["db", 7],
    },
    { name: "secrets", singularName: "secret", namespaced: true, kind: "Secret" },
  ]),
  "/apis/backup.example.com/v2": list("backup.example.com/v2", [
    { name: "sites", singularName: "", namespaced: false, kind: "Site", shortNames: ["secret"] },
  ]),
  "/apis/backup.example.com/v1": list("backup.example.com/v1", [
    { name: "sites", singularName: "site", namespaced: false, kind: "OldSite" },
  ]),
};

const bare = (name: string): TypeName => ({ name, readings: [] });
const in_ = (name: string, group: string, version?: string): TypeName => ({
  name,
  readings: [{ version, group }],
});

for (const [type, expected] of [
  [bare("secret"), "v1 Secret in a namespace"],
  [bare("cm"), "v1 ConfigMap in a namespace"],
  [bare("db"), "db.example.org/v1 Database in a namespace"],
  [bare("site"), "backup.example.com/v2 Site"],
  [bare("status"), "no"],
  [in_("secrets", "db.example.org"), "db.example.org/v1 Secret in a namespace"],
  [in_("secrets", "db"), "db.example.org/v1 Secret in a namespace"],
  [in_("sites", "backup.example.com", "v1"), "backup.example.com/v1 OldSite"],
  [in_("secrets", "", "v1"), "v1 Secret in a namespace"],
  [in_("secrets", "nowhere"), "no"],
] as const)
  test(`${type.name} ${JSON.stringify(type.readings)} is ${expected}`, async (t) => {
    const { cluster } = await openScripted(t, scripts);
    const named = await cluster.typeNamed(type);
    assert.equal(
      named.served === "yes"
        ? `${named.apiVersion} ${named.kind}${named.namespaced ? " in a namespace" : ""}`
        : named.served,
      expected,
    );
  });

test("that a group does not answer is told only where the type is in no other", async (t) => {
  const { cluster } = await openScripted(t, {
    ...scripts,
    "/apis/db.example.org/v1": status(503, "ServiceUnavailable", "down"),
  });
  assert.equal((await cluster.typeNamed(bare("secret"))).served, "yes");
  assert.equal((await cluster.typeNamed(bare("db"))).served, "unknown");
});
