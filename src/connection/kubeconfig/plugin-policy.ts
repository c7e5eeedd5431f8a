import type { Phrase } from "../../kubernetes/index.ts";
import { say, words } from "../../kubernetes/index.ts";
import { noCredential } from "./access-error.ts";
import { Fields, parseYaml } from "./fields.ts";
import { pathsOf } from "./load.ts";
import type { Surroundings } from "./machine.ts";
import { variable } from "./machine.ts";

/**
 * Refuses a credential plugin that the person's kuberc file does not let kubectl run. An entry of the list allows the
 * command that a kubeconfig writes in the same way; kubectl also allows another way of writing the same program.
 * Mirrors kubernetes/client-go plugin/pkg/client/auth/exec `PluginPolicy` (v1.36).
 */
export async function allowPlugin(command: string, surroundings: Surroundings): Promise<void> {
  const path = kubercPath(surroundings);
  const file = path === undefined ? undefined : await surroundings.readFile(path);
  if (path === undefined || file?.state !== "read") return;
  const text = new TextDecoder().decode(file.bytes);
  if (!text.includes("credentialPlugin")) return;
  for (const document of text.split(/^---.*$/m)) {
    const refusal = refusalIn(document, path, command);
    if (refusal !== undefined) throw noCredential(refusal);
  }
}

function kubercPath(surroundings: Surroundings): string | undefined {
  const { env, home } = surroundings;
  const named = variable(env, "KUBERC");
  if (named === "off") return undefined;
  return named ?? (home === undefined ? undefined : pathsOf(surroundings).join(home, ".kube", "kuberc"));
}

function refusalIn(document: string, path: string, command: string): Phrase | undefined {
  try {
    return refusalOf(new Fields(parseYaml(document) ?? {}, ""), command);
  } catch {
    return say`plugin ${command} not allowed: could not read the policy in ${path}`;
  }
}

function refusalOf(preference: Fields, command: string): Phrase | undefined {
  const policy = preference.text("credentialPluginPolicy") ?? "AllowAll";
  const refused = say`plugin ${command} not allowed`;
  switch (policy) {
    case "AllowAll":
      return undefined;
    case "DenyAll":
      return say`${refused}: policy set to ${policy}`;
    case "Allowlist": {
      // Called `name` until v1.35.
      const entries = preference.items("credentialPluginAllowlist");
      const allowed = entries.map((entry) => entry.text("command") ?? entry.text("name"));
      return allowed.includes(command) ? undefined : say`${refused}: ${words("it is not in the allowlist")}`;
    }
  }
  return say`${refused}: invalid policy ${policy}`;
}
