import { json } from "./reactions.ts";
import type { Reaction } from "./server.ts";

/** A list as the API server gives it: its items do not say what kind they are. */
export function list(kind: string, items: unknown, metadata: object = {}, apiVersion = "v1"): Reaction {
  return json({ kind: `${kind}List`, apiVersion, metadata: { resourceVersion: "10", ...metadata }, items });
}

export function item(name: string, namespace?: string, more: object = {}): object {
  return {
    metadata: {
      name,
      ...(namespace === undefined ? {} : { namespace }),
      uid: `uid-${name}`,
      resourceVersion: "7",
      creationTimestamp: "2026-11-20T11:00:00Z",
    },
    ...more,
  };
}

/** What `/apis` says: each group with its versions. */
export function groups(...groupVersions: readonly string[]): Reaction {
  const names = [...new Set(groupVersions.map((groupVersion) => groupVersion.split("/")[0] ?? ""))];
  return json({
    kind: "APIGroupList",
    apiVersion: "v1",
    groups: names.map((name) => ({
      name,
      versions: groupVersions
        .filter((groupVersion) => groupVersion.startsWith(`${name}/`))
        .map((groupVersion) => ({ groupVersion, version: groupVersion.split("/")[1] })),
    })),
  });
}

/** What `/apis/<group>/<version>` says. */
export function resources(groupVersion: string, ...names: readonly string[]): Reaction {
  return json({ kind: "APIResourceList", groupVersion, resources: names.map((name) => ({ name })) });
}
