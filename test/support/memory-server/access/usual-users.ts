import type { Right, User } from "./users.ts";

const read = ["get", "list", "watch"];
const everything: Right = { verbs: ["*"], groups: ["*"], resources: ["*"] };

/** The users whom the tests' real control plane has too. */
export const usualUsers: readonly User[] = [
  user("admin", [everything]),
  user("view-only", [{ ...everything, verbs: read }]),
  user("no-pods", [
    { verbs: read, groups: [""], resources: ["persistentvolumeclaims", "persistentvolumes"] },
    { verbs: read, groups: ["storage.k8s.io"], resources: ["*"] },
  ]),
  user("namespace-only", [{ ...everything, namespaces: ["team"] }]),
  user("nobody", []),
];

function user(name: string, rights: readonly Right[]): User {
  return { name, token: `token-of-${name}`, rights };
}
