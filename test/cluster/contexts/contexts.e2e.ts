/** Two real control planes, one address without a server, and two users of the same cluster, in one report. */
import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { startCluster } from "../cluster.ts";
import type { Api } from "../support/api.ts";
import { newName, testApi, testKubeconfig } from "../support/e2e.ts";
import { newFolder } from "../support/folders.ts";
import { persistentVolumeClaim } from "../support/manifests.ts";
import { pvguard } from "../support/pvguard.ts";

const claims = "v1/persistentvolumeclaims";

/** A claim that is Terminating, and that nothing but this test releases. */
async function heldClaim(api: Api): Promise<string> {
  const place = { name: newName("held"), namespace: "default" };
  const claim = persistentVolumeClaim(place);
  await api.create({ ...claim, metadata: { ...claim.metadata, finalizers: ["example.com/contexts"] } });
  await api.remove(claims, place);
  return place.name;
}

interface Config {
  readonly clusters: readonly { readonly name: string; readonly cluster: { readonly server: string } }[];
  readonly users: readonly { readonly name: string; readonly user: object }[];
}

/** The users `names` of a kubeconfig, as contexts whose names begin with `prefix`. */
function contextsOf(file: string, prefix: string, names: readonly string[]) {
  const { clusters, users } = JSON.parse(readFileSync(file, "utf8")) as Config;
  const own = users.filter(({ name }) => names.includes(name));
  return {
    clusters: clusters.map((each) => ({ ...each, name: prefix })),
    users: own.map((each) => ({ ...each, name: prefix + each.name })),
    contexts: own.map(({ name }) => ({
      name: prefix + name,
      context: { cluster: prefix, user: prefix + name },
    })),
  };
}

test("each claim is found in its own cluster, once, and the one that is down is told", async (context) => {
  const second = await startCluster({ controllers: [] });
  context.after(() => second.stop());
  const api = testApi();
  const here = await heldClaim(api);
  context.after(() =>
    api.patch(claims, { name: here, namespace: "default" }, { metadata: { finalizers: null } }),
  );
  const there = await heldClaim(second.api());
  const parts = [
    contextsOf(testKubeconfig(), "one-", ["admin", "view-only"]),
    contextsOf(second.kubeconfigPath, "two-", ["admin"]),
    {
      clusters: [{ name: "down", cluster: { server: "https://127.0.0.1:1" } }],
      users: [],
      contexts: [{ name: "down", context: { cluster: "down" } }],
    },
  ];
  const folder = newFolder("contexts");
  context.after(() => rmSync(folder, { recursive: true }));
  const kubeconfig = join(folder, "config");
  writeFileSync(
    kubeconfig,
    JSON.stringify({
      clusters: parts.flatMap(({ clusters }) => clusters),
      users: parts.flatMap(({ users }): readonly object[] => users),
      contexts: parts.flatMap(({ contexts }) => contexts),
    }),
  );
  const asked = ["--all-contexts", "--rules=PVG101", "--older-than=0s", "-n=default", "--fail-on=never"];
  const { out, err, code } = await pvguard("audit", ...asked, "-ojson", "--kubeconfig", kubeconfig);
  assert.equal(code, 4, err);
  const { items } = JSON.parse(out);
  const told = items.map((item: { context: string; state: string; sameAs?: string }) => [
    item.context,
    item.state,
    item.sameAs,
  ]);
  assert.deepEqual(told, [
    ["down", "failed", undefined],
    ["one-admin", "audited", undefined],
    ["one-view-only", "repeated", "one-admin"],
    ["two-admin", "audited", undefined],
  ]);
  const foundIn = (name: string) =>
    items.flatMap(
      (item: { context: string; report?: { findings: readonly { object: { name: string } }[] } }) =>
        item.report?.findings.some(({ object }) => object.name === name) === true ? [item.context] : [],
    );
  assert.deepEqual([foundIn(here), foundIn(there)], [["one-admin"], ["two-admin"]]);
  assert.match(err, /^down: error: The connection to the server 127\.0\.0\.1:1 was refused/m);
});
