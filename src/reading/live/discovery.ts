import type { Client } from "../../connection/http/client.ts";
import type { Resource } from "../../kubernetes/index.ts";
import { apiVersionOf, groupOf, isRecord, kindOf, own, pluralOf, textIn } from "../../kubernetes/index.ts";
import { rootOf } from "./paths.ts";
import type { TypeName, TypeNamed } from "./type-named.ts";
import { typeNamed } from "./type-named.ts";
import type { NotRead } from "./unread.ts";
import { notRead, notReadBecause } from "./unread.ts";

/** Whether the cluster serves a kind, and in which of the versions that pvguard can read. */
type Served =
  | { readonly served: "yes"; readonly apiVersion: string }
  | { readonly served: "no" }
  | { readonly served: "unknown"; readonly because: NotRead };

/**
 * Asks the server which APIs it has; each question once. This is never concluded from a 403 or a 404 on the objects
 * themselves: the server checks authorization first, so even a missing API can be forbidden.
 */
export interface Discovery {
  servedAs(resource: Resource): Promise<Served>;
  /** Of a kind that pvguard has no definition of, in this version and in no other. */
  kindServed(apiVersion: string, kind: string): Promise<KindServed>;
  /** Whatever kind a person calls so. */
  typeNamed(type: TypeName): Promise<TypeNamed>;
}

export type KindServed =
  | { readonly served: "yes"; readonly plural: string; readonly namespaced: boolean }
  | { readonly served: "no" }
  | { readonly served: "unknown"; readonly because: NotRead };

const groupList = "/apis";

type Names = { readonly read: true; readonly names: ReadonlySet<string> } | NotRead;
type Entries = { readonly read: true; readonly entries: readonly unknown[] } | NotRead;

export function discovery(client: Client): Discovery {
  const asked = new Map<string, Promise<Entries>>();

  function entries(path: string, list: string): Promise<Entries> {
    const known = asked.get(path);
    if (known !== undefined) return known;
    const answer = read(client, path, list);
    asked.set(path, answer);
    return answer;
  }

  async function names(
    path: string,
    list: string,
    nameIn: (entry: unknown) => readonly string[],
  ): Promise<Names> {
    const answer = await entries(path, list);
    return answer.read ? { read: true, names: new Set(answer.entries.flatMap(nameIn)) } : answer;
  }

  const groupVersions = () => names(groupList, "groups", versionsOfGroup);
  const plurals = (apiVersion: string) => names(rootOf(apiVersion), "resources", nameOf);

  async function servedAs(resource: Resource): Promise<Served> {
    const groups = await groupVersions();
    for (const apiVersion of candidates(resource)) {
      if (groups.read && groupOf(apiVersion) !== "" && !groups.names.has(apiVersion)) continue;
      const resources = await plurals(apiVersion);
      if (!resources.read) return { served: "unknown", because: resources };
      if (resources.names.has(pluralOf(resource))) return { served: "yes", apiVersion };
    }
    return groups.read ? { served: "no" } : { served: "unknown", because: groups };
  }

  async function kindServed(apiVersion: string, kind: string): Promise<KindServed> {
    const answer = await entries(rootOf(apiVersion), "resources");
    if (!answer.read) return { served: "unknown", because: answer };
    for (const entry of answer.entries) {
      const plural = isRecord(entry) && own(entry, "kind") === kind ? textIn(entry, "name") : undefined;
      // `databases/status` has the same kind.
      if (plural !== undefined && !plural.includes("/") && isRecord(entry))
        return { served: "yes", plural, namespaced: own(entry, "namespaced") === true };
    }
    return { served: "no" };
  }

  const lists = {
    groups: () => entries(groupList, "groups"),
    resources: (path: string) => entries(path, "resources"),
  };
  return { servedAs, kindServed, typeNamed: (type) => typeNamed(type, lists) };
}

/** The versions that pvguard can read, newest first. */
function candidates(resource: Resource): readonly string[] {
  return [apiVersionOf(resource), ...(kindOf(resource).olderVersions ?? [])];
}

async function read(client: Client, path: string, list: string): Promise<Entries> {
  try {
    const answer = await client.get(path);
    if (answer.status === 404 && path !== groupList) return { read: true, entries: [] };
    const entries = isRecord(answer.body) ? own(answer.body, list) : undefined;
    if (answer.status !== 200 || !Array.isArray(entries)) return notRead(answer);
    return { read: true, entries };
  } catch (problem) {
    return notReadBecause(problem);
  }
}

function versionsOfGroup(group: unknown): readonly string[] {
  const versions = isRecord(group) ? own(group, "versions") : undefined;
  if (!Array.isArray(versions)) return [];
  return versions.flatMap((version: unknown) => named(version, "groupVersion"));
}

function nameOf(resource: unknown): readonly string[] {
  return named(resource, "name");
}

function named(value: unknown, field: string): readonly string[] {
  const text = isRecord(value) ? textIn(value, field) : undefined;
  return text === undefined ? [] : [text];
}
