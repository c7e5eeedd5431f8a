import { snapshotDefinitions } from "../csi/snapshot-kinds.ts";
import type { Api } from "../support/api.ts";

const definitions = "apiextensions.k8s.io/v1/customresourcedefinitions";

/** What the tests add to a cluster under names that are not their own, and have to take away again. */
export async function rememberKinds(api: Api): Promise<{ removeNew(): Promise<void> }> {
  const missing: string[] = [];
  for (const name of snapshotDefinitions) {
    if ((await definitionOf(api, name)) === "missing") missing.push(name);
  }
  return {
    async removeNew() {
      for (const name of missing) {
        if ((await definitionOf(api, name)) === "there") await api.remove(definitions, { name });
      }
    },
  };
}

async function definitionOf(api: Api, name: string): Promise<"there" | "missing"> {
  const answer = await api.send("GET", `/apis/${definitions}/${name}`);
  return answer.status === 404 ? "missing" : "there";
}
