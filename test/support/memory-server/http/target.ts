/** What a path of the API names. */
type Target =
  | { readonly is: "discovery"; readonly path: string }
  | ResourceTarget
  | { readonly is: "nothing" };

export interface ResourceTarget {
  readonly is: "resource";
  readonly apiVersion: string;
  readonly group: string;
  readonly plural: string;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly subresource: string | undefined;
}

/** Compare kubernetes/apiserver pkg/endpoints/request/requestinfo.go `NewRequestInfo` (v1.36). */
export function targetOf(path: string): Target {
  const parts = path
    .split("/")
    .filter((part) => part !== "")
    .map(decodeURIComponent);
  const [root, ...rest] = parts;
  if (root === "version" && rest.length === 0) return { is: "discovery", path };
  if (root === "api") return rest.length < 2 ? { is: "discovery", path } : resource("", rest);
  if (root === "apis")
    return rest.length < 3 ? { is: "discovery", path } : resource(rest[0] ?? "", rest.slice(1));
  return { is: "nothing" };
}

function resource(group: string, [version = "", ...rest]: readonly string[]): ResourceTarget {
  const apiVersion = group === "" ? version : `${group}/${version}`;
  const isInside = rest[0] === "namespaces" && rest.length > 2 && rest[2] !== "status";
  const [namespace, after] = isInside ? [rest[1], rest.slice(2)] : [undefined, rest];
  const [plural = "", name, subresource] = after;
  return { is: "resource", apiVersion, group, plural, namespace, name, subresource };
}
