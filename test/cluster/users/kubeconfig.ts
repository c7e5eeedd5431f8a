import { existsSync, writeFileSync } from "node:fs";
import type { ProgramUser, User } from "./users.ts";
import { programUsers } from "./users.ts";

interface Login {
  readonly server: string;
  /** PEM. */
  readonly authority: string;
  tokenOf(user: string): string;
}

/** Writes the file for people, and next to it one for each program. Only their owner may read them: they hold tokens. */
export function writeKubeconfigs(file: string, login: Login, users: readonly User[]): void {
  const write = (path: string, all: readonly User[]) =>
    writeFileSync(path, kubeconfig(login, all), { mode: 0o600 });
  write(file, users);
  for (const user of programUsers) write(kubeconfigOf(file, user.name), [user]);
}

/** Where the file of a program is, in a cluster that was started for the tests. */
export function kubeconfigOf(file: string, user: ProgramUser): string {
  return `${file}.${user.replaceAll(":", "-")}`;
}

/** A cluster that a person named has no users of ours: a program is its administrator there. */
export function kubeconfigFor(file: string, user: ProgramUser): string {
  const own = kubeconfigOf(file, user);
  return existsSync(own) ? own : file;
}

/** One context for each user, named like the user; the first is the current one. JSON is YAML. */
function kubeconfig(login: Login, users: readonly User[]): string {
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
