import type { ApiAnswer } from "../http/exchange.ts";
import type { JsonObject } from "../objects/json.ts";
import type { ServedKind } from "../objects/kinds.ts";
import { pageNotFound } from "../objects/refusal.ts";

const verbs = ["create", "delete", "get", "list", "patch", "update", "watch"];

/** What the server serves. Anybody who is logged in may ask. */
export function discover(path: string, kinds: readonly ServedKind[]): ApiAnswer {
  const [root, group, version] = path.split("/").filter((part) => part !== "");
  if (root === "version") return answer({ major: "1", minor: "36", gitVersion: "v1.36.3" });
  if (root === "api") {
    if (group === undefined) return answer({ kind: "APIVersions", versions: ["v1"] });
    return resources(group, kinds);
  }
  if (group === undefined) {
    const groups = [...new Set(kinds.map((kind) => kind.group).filter((name) => name !== ""))];
    return answer({
      kind: "APIGroupList",
      apiVersion: "v1",
      groups: groups.map((name) => groupNamed(name, kinds)),
    });
  }
  if (version !== undefined) return resources(`${group}/${version}`, kinds);
  if (!kinds.some((kind) => kind.group === group)) throw pageNotFound();
  return answer({ kind: "APIGroup", apiVersion: "v1", ...groupNamed(group, kinds) });
}

function groupNamed(name: string, kinds: readonly ServedKind[]): JsonObject {
  const versions = [
    ...new Set(kinds.filter(({ group }) => group === name).map(({ apiVersion }) => apiVersion)),
  ].map((groupVersion) => ({ groupVersion, version: groupVersion.slice(name.length + 1) }));
  return { name, versions, preferredVersion: versions[0] };
}

function resources(apiVersion: string, kinds: readonly ServedKind[]): ApiAnswer {
  const served = kinds.filter((kind) => kind.apiVersion === apiVersion);
  if (served.length === 0) throw pageNotFound();
  return answer({
    kind: "APIResourceList",
    apiVersion: "v1",
    groupVersion: apiVersion,
    resources: served.flatMap(resourcesOf),
  });
}

function resourcesOf({ plural, singular, namespaced, kind, shortNames, subresources }: ServedKind) {
  const shared = { namespaced, kind };
  const main = { name: plural, singularName: singular, ...shared, verbs };
  const named = shortNames.length === 0 ? main : { ...main, shortNames };
  const parts = subresources.map((part) => ({
    name: `${plural}/${part}`,
    singularName: "",
    ...shared,
    verbs: ["get", "patch", "update"],
  }));
  return [named, ...parts];
}

function answer(body: JsonObject): ApiAnswer {
  return { code: 200, body };
}
