import { kinds, type Resource, type Scope } from "../../../model/index.ts";

/** What a file of a dump holds, by its path alone. */
export interface PlacedFile {
  readonly resource: Resource;
  /** What is read when the file is there. */
  readonly scope: Scope;
  /** `list`: the file is a list of all of them. `objects`: each object has its own file. */
  readonly form: "list" | "objects";
}

/** How a tool that dumps a cluster names its files. */
export interface Layout {
  readonly name: string;
  /** Where the layout is written down. */
  readonly sources: readonly [string, ...string[]];
  isLayoutOf(paths: readonly string[]): boolean;
  /** `undefined` for a file that holds nothing that pvguard reads. */
  place(path: string): PlacedFile | undefined;
}

/** The whole kind, or its part in one namespace; `undefined` when the path is not where such a kind lies. */
export function placedList(
  resource: Resource | undefined,
  namespace: string | undefined,
): PlacedFile | undefined {
  const definition = kinds.find((kind) => kind.resource === resource);
  if (definition === undefined || definition.namespaced !== (namespace !== undefined)) return undefined;
  const scope: Scope = namespace === undefined ? { of: "cluster" } : { of: "namespace", namespace };
  return { resource: definition.resource, scope, form: "list" };
}

/** The kind with this plural in this group; `core` is the group without a name. */
export function resourceIn(group: string, plural: string): Resource | undefined {
  const prefix = group === "core" ? /^v1\/[^/]+$/ : undefined;
  return kinds.find(({ resource }) => {
    const isInGroup = prefix === undefined ? resource.startsWith(`${group}/`) : prefix.test(resource);
    return isInGroup && resource.endsWith(`/${plural}`);
  })?.resource;
}
