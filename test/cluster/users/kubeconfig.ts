import type { User } from "./users.ts";

interface Login {
  readonly server: string;
  /** PEM. */
  readonly authority: string;
  tokenOf(user: string): string;
}

/** One context for each user, named like the user; the first is the current one. JSON is YAML. */
export function kubeconfig(login: Login, users: readonly User[]): string {
  const names = users.map((user) => user.name);
  const cluster = {
    server: login.server,
    "certificate-authority-data": Buffer.from(login.authority).toString("base64"),
  };
  const config = {
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "pvguard-test", cluster }],
    users: names.map((name) => ({ name, user: { token: login.tokenOf(name) } })),
    contexts: names.map((name) => ({ name, context: { cluster: "pvguard-test", user: name } })),
    "current-context": names[0],
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}
