import { isRecord, own, textIn } from "../../kubernetes/index.ts";
import { rootOf } from "./paths.ts";
import type { NotRead } from "./unread.ts";

/** What a person calls a type: a plural, singular, short name or kind, and every way to read what follows the first dot. */
export interface TypeName {
  /** In lower case. */
  readonly name: string;
  readonly readings: readonly { readonly version: string | undefined; readonly group: string }[];
}

/** Whether the server has a type of that name. */
export type TypeNamed =
  | {
      readonly served: "yes";
      readonly apiVersion: string;
      readonly kind: string;
      readonly plural: string;
      readonly namespaced: boolean;
    }
  | { readonly served: "no" }
  | { readonly served: "unknown"; readonly because: NotRead };

type Entries = { readonly read: true; readonly entries: readonly unknown[] } | NotRead;

/** The groups of a server, and the resources of a version: as it lists them. */
interface Lists {
  groups(): Promise<Entries>;
  resources(path: string): Promise<Entries>;
}

/**
 * The core group comes first, then the others in the server's order, each in its preferred version. A group may be cut short.
 * kubernetes/apimachinery pkg/api/meta/priority.go, kubernetes/client-go restmapper/shortcut.go and discovery.go, v0.36.
 */
export async function typeNamed(type: TypeName, lists: Lists): Promise<TypeNamed> {
  const groups = await lists.groups();
  const found = groups.read ? groups.entries.flatMap(groupIn) : [];
  const versions = versionsFor(type, found);
  const answers = await Promise.all(
    versions.map(async (apiVersion) => ({ apiVersion, answer: await lists.resources(rootOf(apiVersion)) })),
  );
  for (const isNamed of [hasName, hasShortName])
    for (const { apiVersion, answer } of answers)
      for (const entry of answer.read ? answer.entries : []) {
        const resource = resourceIn(entry);
        if (resource !== undefined && isNamed(resource, type.name))
          return { served: "yes", apiVersion, ...resource.type };
      }
  const unread = [groups, ...answers.map(({ answer }) => answer)].find((each) => !each.read);
  return unread === undefined || unread.read ? { served: "no" } : { served: "unknown", because: unread };
}

interface Group {
  readonly name: string;
  readonly preferred: string;
}

function groupIn(entry: unknown): readonly Group[] {
  if (!isRecord(entry)) return [];
  const preferred = own(entry, "preferredVersion");
  const groupVersion = isRecord(preferred) ? textIn(preferred, "groupVersion") : undefined;
  const name = textIn(entry, "name");
  return name === undefined || groupVersion === undefined ? [] : [{ name, preferred: groupVersion }];
}

/** The versions in which the type can be, the likeliest first. */
function versionsFor({ readings }: TypeName, groups: readonly Group[]): readonly string[] {
  if (readings.length === 0) return ["v1", ...groups.map(({ preferred }) => preferred)];
  return readings.flatMap(({ version, group }) => {
    if (group === "") return version === undefined ? [] : [version];
    const exact = groups.filter(({ name }) => name === group);
    const meant = exact.length > 0 ? exact : groups.filter(({ name }) => name.startsWith(group));
    return meant.map(({ name, preferred }) => (version === undefined ? preferred : `${name}/${version}`));
  });
}

interface Listed {
  readonly names: readonly string[];
  readonly shortNames: readonly string[];
  readonly type: { readonly kind: string; readonly plural: string; readonly namespaced: boolean };
}

function resourceIn(entry: unknown): Listed | undefined {
  if (!isRecord(entry)) return undefined;
  const [plural, kind] = [textIn(entry, "name"), textIn(entry, "kind")];
  // `databases/status` has the same kind.
  if (plural === undefined || kind === undefined || plural.includes("/")) return undefined;
  const short = own(entry, "shortNames");
  return {
    names: [plural, textIn(entry, "singularName") ?? "", kind.toLowerCase()],
    shortNames: Array.isArray(short) ? short.filter((each) => typeof each === "string") : [],
    type: { kind, plural, namespaced: own(entry, "namespaced") === true },
  };
}

function hasName({ names }: Listed, name: string): boolean {
  return names.includes(name);
}

function hasShortName({ shortNames }: Listed, name: string): boolean {
  return shortNames.includes(name);
}
