import { apiVersionOf, kindOf, type Phrase, say, words } from "../../model/index.ts";
import type { ReadHead } from "../snapshot-file/index.ts";
import type { Contents } from "./contents.ts";
import { headsOf, objectHead } from "./coverage.ts";
import type { Folder, FolderFile } from "./folder.ts";
import { InputError, LimitError, refuse } from "./input-error.ts";
import { type Layout, layoutOf, type PlacedFile } from "./layouts/index.ts";
import type { Limits } from "./limits.ts";
import { readContents } from "./read-file.ts";

/** A file with what it tells. `heads` where the place of the file says how much of the cluster it is. */
export interface Part {
  readonly contents: Contents;
  readonly heads?: readonly ReadHead[];
}

export async function readFolder(folder: Folder, limits: Limits): Promise<readonly Part[]> {
  const layout = layoutOf(folder.files.map(({ path }) => path));
  const parts =
    layout === undefined ? await readPlain(folder, limits) : await readLayout(folder, layout, limits);
  if (parts.length === 0) throw refuse({ file: folder.name }, nothingIn(layout));
  return [...parts, { contents: emptyContents(folder.name, folder.skipped), heads: [] }];
}

function nothingIn(layout: Layout | undefined): Phrase {
  return layout === undefined
    ? words("it contains no .yaml or .json file")
    : say`it looks like ${words(layout.name)}, but contains none of the objects that pvguard reads`;
}

async function readPlain(folder: Folder, limits: Limits): Promise<readonly Part[]> {
  const parts: Part[] = [];
  for (const file of folder.files) parts.push({ contents: await readContents(opened(folder, file), limits) });
  return parts;
}

/** Files that the layout does not know are left alone: a dump also holds logs, settings and reports. */
async function readLayout(folder: Folder, layout: Layout, limits: Limits): Promise<readonly Part[]> {
  const parts: { readonly contents: Contents; readonly placed: PlacedFile }[] = [];
  for (const file of folder.files) {
    const placed = layout.place(file.path);
    if (placed !== undefined) {
      parts.push({ placed, contents: await readPlaced(folder, file, placed, limits) });
    }
  }
  return parts.map((part) => ({ contents: part.contents, heads: headsOfPlaced(part, parts) }));
}

/** A file of a dump that cannot be read is a gap in the dump, and no reason to leave the rest unread. */
async function readPlaced(
  folder: Folder,
  file: FolderFile,
  { resource, scope }: PlacedFile,
  limits: Limits,
): Promise<Contents> {
  const implied = { apiVersion: apiVersionOf(resource), kind: kindOf(resource).kind };
  const text = opened(folder, file);
  try {
    const contents = await readContents({ ...text, implied }, limits);
    const objects = contents.objects.filter((kept) => kept.resource === resource);
    const [stranger] = contents.strangers.keys();
    if (stranger === undefined) return { ...contents, objects };
    const detail = `${text.file} holds ${stranger} objects of an API version that pvguard does not read`;
    return { ...contents, objects, damage: [...contents.damage, { resource, ...placeIn(scope), detail }] };
  } catch (problem) {
    if (!(problem instanceof InputError) || problem instanceof LimitError) throw problem;
    const detail = problem.message;
    return {
      ...emptyContents(text.file, [detail]),
      lists: 1,
      damage: [{ resource, ...placeIn(scope), detail }],
    };
  }
}

function placeIn(scope: PlacedFile["scope"]): { readonly namespace?: string } {
  return "namespace" in scope ? { namespace: scope.namespace ?? "" } : {};
}

/** All files that tell of the same scope count together: what is damaged in one is missing in the whole. */
function headsOfPlaced(
  { placed, contents }: { readonly placed: PlacedFile; readonly contents: Contents },
  all: readonly { readonly contents: Contents; readonly placed: PlacedFile }[],
): readonly ReadHead[] {
  const { resource, scope, form } = placed;
  if (scope.of === "object" || (form === "list" && contents.lists === 0))
    return contents.objects.map(objectHead);
  const same =
    form === "list"
      ? [contents]
      : all.filter((other) => other.placed.resource === resource).map((other) => other.contents);
  return headsOf(resource, scope, {
    objects: same.flatMap(({ objects }) => objects),
    damage: same.flatMap(({ damage }) => damage),
  });
}

function opened({ name }: Folder, file: FolderFile) {
  const path = `${name}/${file.path}`;
  return { file: path, chunks: file.read() };
}

function emptyContents(file: string, skipped: readonly string[]): Contents {
  return {
    file,
    objects: [],
    documents: 0,
    lists: 0,
    listed: new Set(),
    damage: [],
    skipped,
    others: [],
    strangers: new Map(),
  };
}
