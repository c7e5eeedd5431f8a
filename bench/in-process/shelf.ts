import { apiVersionOf, kindOf, pluralOf } from "../../src/kubernetes/index.ts";
import type { BuiltIn } from "../../src/object-store/protobuf/kinds/index.ts";
import type { Item } from "../generator/item.ts";
import { rootOf } from "../store/discovery.ts";
import type { Encoded } from "../store/encoded.ts";
import { byKey, encoded } from "../store/encoded.ts";

/** The objects of one kind, as the server has them. */
export interface Shelf {
  readonly resource: BuiltIn;
  /** `/api/v1` */
  readonly root: string;
  readonly plural: string;
  readonly objects: readonly Encoded[];
}

export function shelves(items: Iterable<Item>, served: readonly BuiltIn[]): readonly Shelf[] {
  const byResource = new Map<BuiltIn, Encoded[]>(served.map((resource) => [resource, []]));
  for (const item of items) byResource.get(item.resource)?.push(encoded(item));
  return [...byResource].map(([resource, objects]) => ({
    resource,
    root: rootOf(resource),
    plural: pluralOf(resource),
    objects: objects.sort(byKey),
  }));
}

/** What is meant by a path: a list, or an object of it. */
export interface Place {
  readonly namespace: string | undefined;
  readonly name: string | undefined;
}

export function placeIn({ root, plural }: Shelf, path: string): Place | undefined {
  if (!path.startsWith(`${root}/`)) return undefined;
  const parts = path.slice(root.length + 1).split("/");
  const namespace = parts[0] === "namespaces" && parts.length > 2 ? parts[1] : undefined;
  const [found, name, ...rest] = namespace === undefined ? parts : parts.slice(2);
  return found === plural && rest.length === 0 ? { namespace, name } : undefined;
}

/** A single object, in JSON; `undefined` where there is none. */
export function single({ resource, objects }: Shelf, { namespace, name }: Place): Buffer | undefined {
  const key = namespace === undefined ? name : `${namespace}/${name}`;
  const found = objects.find((each) => each.key === key);
  if (found === undefined) return undefined;
  const type = JSON.stringify({ kind: kindOf(resource).kind, apiVersion: apiVersionOf(resource) });
  return Buffer.concat([Buffer.from(`${type.slice(0, -1)},`), found.json.subarray(1, -1)]);
}
