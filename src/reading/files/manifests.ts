import type { kindNamed } from "../../kubernetes/index.ts";
import { counted, isRecord, own, withArticle } from "../../kubernetes/index.ts";
import type { TypeMeta } from "../decode/index.ts";
import { decode } from "../decode/index.ts";
import type { Contents, Kept, OfManifests } from "./contents.ts";
import { completed, nameProblem } from "./raw.ts";

/** Collects them from the objects of a file, as they come. */
export class Manifests implements OfManifests {
  readonly #file: string;
  readonly objects: Kept[] = [];
  readonly unreadable: string[] = [];
  wasApplied = false;
  hasAny = false;

  constructor(file: string) {
    this.#file = file;
  }

  /** An object of a kind that pvguard does not read. */
  other(value: unknown): void {
    this.hasAny = true;
    this.wasApplied ||= hasBeenApplied(value);
  }

  object(definition: NonNullable<ReturnType<typeof kindNamed>>, value: unknown, of: Told): void {
    this.other(value);
    if (this.wasApplied) return;
    const { resource, kind } = definition;
    const decoded = decode(resource, completed(definition, value), of.type);
    const problem = decoded.ok
      ? nameProblem(resource, decoded.object) || templateIn(decoded.object)
      : decoded.reason;
    const place = { file: this.#file, line: of.line };
    if (decoded.ok && problem === "") this.objects.push({ resource, object: decoded.object, place });
    else this.unreadable.push(`${this.#file}: skipped ${withArticle(kind)} (line ${of.line}: ${problem})`);
  }
}

interface Told {
  readonly type: TypeMeta;
  readonly line: number;
}

/** An API server gives each object a uid and a version; `kubectl create --dry-run` prints an empty status. */
function hasBeenApplied(value: unknown): boolean {
  const metadata = isRecord(value) ? own(value, "metadata") : undefined;
  if (!isRecord(value) || !isRecord(metadata)) return false;
  return [
    own(metadata, "uid"),
    own(metadata, "resourceVersion"),
    own(metadata, "deletionTimestamp"),
    own(value, "status"),
  ].some(saysSomething);
}

function saysSomething(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(saysSomething);
  if (isRecord(value)) return Object.values(value).some(saysSomething);
  return value !== undefined && value !== null && value !== "";
}

/** What Helm or another tool would put there decides. */
function templateIn(object: object): string {
  return JSON.stringify(object).includes("{{") ? "it is a template, with {{ }}" : "";
}

export interface ManifestsRead {
  readonly objects: readonly Kept[];
  readonly skipped: readonly string[];
  /** How much was read, in words for the reader. */
  readonly extent: string;
}

/** All that the files hold, if it is manifests: at least one, and no object that has been in a cluster. */
export function manifestsIn(all: readonly Contents[]): ManifestsRead | undefined {
  const own = all.flatMap(({ manifests }) => manifests ?? []);
  const isInCluster = all.some((each) => each.header !== undefined || each.objects.length > 0);
  if (isInCluster || own.some(({ wasApplied }) => wasApplied) || !own.some(({ hasAny }) => hasAny))
    return undefined;
  const objects = own.flatMap((each) => each.objects);
  const files = own.filter(({ hasAny }) => hasAny).length;
  const others = own.length - files;
  return {
    objects,
    skipped: all.flatMap(unusedOf),
    extent: [
      `${counted(objects.length, "object")} of kinds that pvguard reads`,
      `${counted(files, "file")} with manifests`,
      ...(others === 0 ? [] : [`${counted(others, "file")} without, left out`]),
    ].join(", "),
  };
}

/** Values of no kind, such as those of a chart, are no manifests. What was no object of a file is a link. */
function unusedOf({ failed, manifests, skipped, file, isTemplate }: Contents): readonly string[] {
  if (failed !== undefined)
    return [isTemplate === true ? `${file}: skipped, because it is a template, with {{ }}` : failed.message];
  return manifests?.unreadable ?? skipped;
}
