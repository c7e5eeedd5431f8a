import type { Phrase } from "../../kubernetes/index.ts";
import { apiVersionOf, inOrder, kindOf, say, words } from "../../kubernetes/index.ts";
import type { ReadHead } from "../snapshot-file/index.ts";
import type { Contents } from "./contents.ts";
import { nothingIn } from "./contents.ts";
import { headsOf, objectHead } from "./coverage.ts";
import type { FileIo } from "./io.ts";
import type { Layout, PlacedFile } from "./layouts.ts";
import { layoutOf } from "./layouts.ts";
import type { Limits, Meter } from "./limits.ts";
import { InputError, LimitError, refuse } from "./limits.ts";
import { readContents } from "./read-file.ts";

/** A file of a folder or an archive. */
export interface FolderFile {
  /** Below the folder, with `/` between names. */
  readonly path: string;
  read(): AsyncIterable<Uint8Array>;
}

export interface Folder {
  readonly name: string;
  readonly files: readonly FolderFile[];
  /** What looked like input and was not read, in words for the reader. */
  readonly skipped: readonly string[];
}

/** A file with what it tells. `heads` where the place of the file says how much of the cluster it is. */
export interface Part {
  readonly contents: Contents;
  readonly heads?: readonly ReadHead[];
}

const deepestFolder = 20;

export function isManifestName(path: string): boolean {
  return /\.(?:ya?ml|json|ndjson|jsonl)$/i.test(path);
}

/** The manifests below a folder, in the order of their names. Links are not followed, hidden files not read. */
export async function openFolder(name: string, io: FileIo, meter: Meter): Promise<Folder> {
  const files: FolderFile[] = [];
  const skipped: string[] = [];
  const waiting: string[] = [""];
  for (let below = waiting.pop(); below !== undefined; below = waiting.pop()) {
    const entries = await io.list(`${name}/${below}`.replace(/\/$/, ""));
    for (const entry of entries.filter((one) => !one.name.startsWith("."))) {
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.kind === "folder") waiting.push(path);
      else if (!isManifestName(path)) continue;
      else if (entry.kind === "file")
        files.push({ path, read: () => meter.through(`${name}/${path}`, io.read(`${name}/${path}`)) });
      else skipped.push(`${name}/${path}: skipped, because it is a link or not a regular file`);
      if (path.split("/").length > deepestFolder)
        throw refuse({ file: name }, words("its directories are nested too deep"));
    }
    if (files.length + waiting.length > meter.limits.files) throw tooMany(name, meter.limits);
  }
  return { name, files: sortedByPath(files), skipped };
}

export function sortedByPath(files: readonly FolderFile[]): readonly FolderFile[] {
  return [...files].sort((a, b) => inOrder(a.path, b.path));
}

export function tooMany(name: string, limits: Limits): InputError {
  return refuse({ file: name }, say`it contains more than ${limits.files} files`);
}

export async function readFolder(folder: Folder, meter: Meter): Promise<readonly Part[]> {
  const layout = layoutOf(folder.files.map(({ path }) => path));
  const placed = layout === undefined ? [] : await readLayout(folder, layout, meter);
  // Folders of manifests can be named like those of a dump.
  const isDump = placed.some(({ contents }) => contents.objects.length > 0);
  const isPlain = layout === undefined || (meter.limits.manifests && !isDump);
  const parts = isPlain ? await readPlain(folder, meter) : placed;
  if (parts.length === 0) throw refuse({ file: folder.name }, whyNothing(layout));
  return [...parts, { contents: nothingIn(folder.name, folder.skipped), heads: [] }];
}

function whyNothing(layout: Layout | undefined): Phrase {
  return layout === undefined
    ? words("it contains no .yaml or .json file")
    : say`it looks like ${words(layout.name)}, but contains none of the objects that pvguard reads`;
}

async function readPlain({ name, files }: Folder, meter: Meter): Promise<readonly Part[]> {
  meter.expect(files.length - 1);
  const parts: Part[] = [];
  for (const file of files) {
    const path = `${name}/${file.path}`;
    let isTemplate = false;
    async function* chunks(): AsyncGenerator<Uint8Array> {
      for await (const chunk of file.read()) {
        isTemplate ||= meter.limits.manifests && Buffer.from(chunk).includes("{{");
        yield chunk;
      }
    }
    try {
      parts.push({ contents: await readContents({ file: path, chunks: chunks() }, meter) });
    } catch (failed) {
      if (!meter.limits.manifests || !(failed instanceof InputError) || failed instanceof LimitError)
        throw failed;
      parts.push({ contents: { ...nothingIn(path, []), failed, isTemplate } });
    }
  }
  return parts;
}

/** A file of a dump, with what its path says. */
interface Placed {
  readonly contents: Contents;
  readonly placed: PlacedFile;
}

/** Files that the layout does not know are left alone: a dump also holds logs, settings and reports. */
async function readLayout({ name, files }: Folder, layout: Layout, meter: Meter): Promise<readonly Part[]> {
  const known = files.flatMap((file) => {
    const placed = layout.place(file.path);
    return placed === undefined ? [] : [{ file, placed }];
  });
  meter.expect(known.length - 1);
  const parts: Placed[] = [];
  for (const { file, placed } of known)
    parts.push({ placed, contents: await readPlaced(`${name}/${file.path}`, file, placed, meter) });
  return parts.map((part) => ({ contents: part.contents, heads: headsOfPlaced(part, parts) }));
}

/** A file of a dump that cannot be read is a gap in the dump, and no reason to leave the rest unread. */
async function readPlaced(
  path: string,
  file: FolderFile,
  { resource, scope }: PlacedFile,
  meter: Meter,
): Promise<Contents> {
  const implied = { apiVersion: apiVersionOf(resource), kind: kindOf(resource).kind };
  const damaged = (detail: string) => ({
    resource,
    ...("namespace" in scope ? { namespace: scope.namespace ?? "" } : {}),
    detail,
  });
  try {
    const contents = await readContents({ file: path, chunks: file.read(), implied }, meter);
    const objects = contents.objects.filter((kept) => kept.resource === resource);
    const [stranger] = contents.strangers;
    if (stranger === undefined) return { ...contents, objects };
    const detail = `${path} holds ${stranger} objects of an API version that pvguard does not read`;
    return { ...contents, objects, damage: [...contents.damage, damaged(detail)] };
  } catch (problem) {
    if (!(problem instanceof InputError) || problem instanceof LimitError) throw problem;
    const detail = problem.message;
    return { ...nothingIn(path, [detail]), lists: 1, damage: [damaged(detail)] };
  }
}

/** All files that tell of the same scope count together: what is damaged in one is missing in the whole. */
function headsOfPlaced({ placed, contents }: Placed, all: readonly Placed[]): readonly ReadHead[] {
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
