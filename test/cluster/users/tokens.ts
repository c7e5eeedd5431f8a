import { randomBytes } from "node:crypto";
import type { User } from "./users.ts";

/** A new secret for each user, and the file from which kube-apiserver learns them. */
export function makeTokens(users: readonly User[]): { readonly file: string; tokenOf(user: string): string } {
  const tokens = new Map(users.map((user) => [user.name, randomBytes(24).toString("hex")]));
  const lines = users.map((user) => [
    tokens.get(user.name),
    user.name,
    user.name,
    `"${user.groups.join(",")}"`,
  ]);
  return {
    file: `${lines.map((line) => line.join(",")).join("\n")}\n`,
    tokenOf(user) {
      const token = tokens.get(user);
      if (token === undefined) throw new Error(`no user ${user}`);
      return token;
    },
  };
}
