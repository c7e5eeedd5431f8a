import assert from "node:assert/strict";
import { test } from "node:test";
import { allowPlugin } from "../../../src/connection/kubeconfig/exec-plugin.ts";
import { failureOf, pretend } from "./pretend.ts";

const kuberc = "/home/ada/.kube/kuberc";

async function verdict(text: string, command = "login", env = {}): Promise<string> {
  const surroundings = pretend({ files: { [kuberc]: text, "/other": text }, env });
  return await allowPlugin(command, surroundings).then(
    () => "allowed",
    async (problem) => (await failureOf(Promise.reject(problem))).line.replace(/^.*credentials: /, ""),
  );
}

for (const [what, text, expected] of [
  ["no policy", "kind: Preference", "allowed"],
  ["AllowAll", "credentialPluginPolicy: AllowAll", "allowed"],
  ["DenyAll", "credentialPluginPolicy: DenyAll", "plugin login not allowed: policy set to DenyAll"],
  [
    "a list by command",
    "credentialPluginPolicy: Allowlist\ncredentialPluginAllowlist: [{command: login}]",
    "allowed",
  ],
  [
    "a list by name",
    "credentialPluginPolicy: Allowlist\ncredentialPluginAllowlist: [{name: login}]",
    "allowed",
  ],
  [
    "another's list",
    "credentialPluginPolicy: Allowlist\ncredentialPluginAllowlist: [{name: /bin/login}]",
    "plugin login not allowed: it is not in the allowlist",
  ],
  [
    "a list that is empty",
    "credentialPluginPolicy: Allowlist",
    "plugin login not allowed: it is not in the allowlist",
  ],
  [
    "a second document",
    "kind: Preference\n---\ncredentialPluginPolicy: DenyAll",
    "plugin login not allowed: policy set to DenyAll",
  ],
  ["an unknown word", "credentialPluginPolicy: Some", "plugin login not allowed: invalid policy Some"],
  [
    "a file that cannot be read as YAML",
    "credentialPluginPolicy: [",
    `plugin login not allowed: could not read the policy in ${kuberc}`,
  ],
] as const) {
  test(`A41 kuberc with ${what}: ${expected}`, async () => {
    assert.equal(await verdict(text), expected);
  });
}

test("A41 KUBERC names another file, or none", async () => {
  const deny = "credentialPluginPolicy: DenyAll";
  assert.equal(await verdict(deny, "login", { KUBERC: "off" }), "allowed");
  assert.equal(await verdict(deny, "login", { KUBERC: "/missing" }), "allowed");
  assert.match(await verdict(deny, "login", { KUBERC: "/other" }), /DenyAll$/);
});
