import type { Resource } from "../../src/kubernetes/index.ts";
import { apiVersionOf, groupOf, kindOf, pluralOf } from "../../src/kubernetes/index.ts";
import type { BuiltIn } from "../../src/object-store/protobuf/kinds/index.ts";
import { builtIn } from "../../src/object-store/protobuf/kinds/index.ts";

export const served = Object.keys(builtIn) as readonly BuiltIn[];

export function rootOf(resource: Resource): string {
  const apiVersion = apiVersionOf(resource);
  return apiVersion.includes("/") ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
}

/** What the server says of itself, by path, as far as kubectl and pvguard ask. */
export function discovery(): Readonly<Record<string, unknown>> {
  const versions = [...new Set(served.map(apiVersionOf))];
  const groups = versions.filter((version) => version.includes("/")).map(groupNamed);
  return {
    "/version": { major: "1", minor: "36", gitVersion: "v1.36.2", platform: "linux/amd64" },
    "/api": { kind: "APIVersions", versions: ["v1"], serverAddressByClientCIDRs: [] },
    "/apis": { kind: "APIGroupList", apiVersion: "v1", groups },
    ...Object.fromEntries(
      versions.map((version) => [`${version.includes("/") ? "/apis" : "/api"}/${version}`, listOf(version)]),
    ),
  };
}

function groupNamed(groupVersion: string) {
  const version = { groupVersion, version: groupVersion.split("/")[1] };
  return { name: groupOf(groupVersion), versions: [version], preferredVersion: version };
}

function listOf(groupVersion: string) {
  const resources = served
    .filter((resource) => apiVersionOf(resource) === groupVersion)
    .map((resource) => {
      const { kind, singular, namespaced, shortNames } = kindOf(resource);
      const verbs = ["get", "list", "watch"];
      return { name: pluralOf(resource), singularName: singular, namespaced, kind, verbs, shortNames };
    });
  return { kind: "APIResourceList", apiVersion: "v1", groupVersion, resources };
}
