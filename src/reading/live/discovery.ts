import type { Client } from "../../connection/http/client.ts";
import type { Resource } from "../../kubernetes/index.ts";
import { apiVersionOf, groupOf, isRecord, kindOf, own, pluralOf, textIn } from "../../kubernetes/index.ts";
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
}

const groupList = "/apis";

type Names = { readonly read: true; readonly names: ReadonlySet<string> } | NotRead;

export function discovery(client: Client): Discovery {
  const asked = new Map<string, Promise<Names>>();

  function names(path: string, list: string, nameIn: (entry: unknown) => readonly string[]): Promise<Names> {
    const known = asked.get(path);
    if (known !== undefined) return known;
    const answer = read(client, path, list, nameIn);
    asked.set(path, answer);
    return answer;
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

  return { servedAs };
}

/** The versions that pvguard can read, newest first. */
function candidates(resource: Resource): readonly string[] {
  return [apiVersionOf(resource), ...(kindOf(resource).olderVersions ?? [])];
}

function rootOf(apiVersion: string): string {
  return apiVersion.includes("/") ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
}

async function read(
  client: Client,
  path: string,
  list: string,
  nameIn: (entry: unknown) => readonly string[],
): Promise<Names> {
  try {
    const answer = await client.get(path);
    if (answer.status === 404 && path !== groupList) return { read: true, names: new Set() };
    const entries = isRecord(answer.body) ? own(answer.body, list) : undefined;
    if (answer.status !== 200 || !Array.isArray(entries)) return notRead(answer);
    return { read: true, names: new Set(entries.flatMap(nameIn)) };
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
