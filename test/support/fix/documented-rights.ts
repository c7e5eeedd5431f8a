import { readFileSync } from "node:fs";
import { join } from "node:path";
import { loadAll } from "js-yaml";
import type { Right } from "../memory-server/index.ts";

const file = join(import.meta.dirname, "..", "..", "..", "docs", "rbac.yaml");

interface ClusterRole {
  readonly rules: readonly {
    readonly apiGroups: readonly string[];
    readonly resources: readonly string[];
    readonly verbs: readonly string[];
  }[];
}

/** What docs/rbac.yaml grants to a user who has both of its roles. */
export const documentedRights: readonly Right[] = (
  loadAll(readFileSync(file, "utf8")) as readonly ClusterRole[]
)
  .flatMap(({ rules }) => rules)
  .map(({ apiGroups, resources, verbs }) => ({ groups: apiGroups, resources, verbs }));
