import type { MissingOwner, Scope, UnreadReason } from "../../cluster/index.ts";
import type { Resource, Shaped } from "../../kubernetes/index.ts";
import { instant, isRecord, kinds, own } from "../../kubernetes/index.ts";
import { Misfit, readerOf } from "../decode/shape.ts";

/** A reading without its objects: what was looked at, and whether it could be read. */
export type ReadHead =
  | { readonly read: true; readonly resource: Resource; readonly scope: Scope }
  | {
      readonly read: false;
      readonly resource: Resource;
      readonly scope: Scope;
      readonly reason: UnreadReason;
      readonly detail?: string;
    };

/** As it stands in a snapshot file. */
export type RecordedHead = ReadHead & {
  /** How many objects must follow, so that a file that was cut off is noticed. */
  readonly count?: number;
};

/** A part of the cluster that a hand-made file does not tell. Without a namespace: the whole kind. */
export interface NotRead {
  readonly resource: Resource;
  readonly namespace?: string;
  readonly reason: UnreadReason;
}

/** The first document of a snapshot file. */
export interface SnapshotHeader {
  readonly takenAt?: string;
  readonly source?: string;
  readonly skipped: readonly string[];
  /** Owners of kinds that pvguard has no definition of, which were asked for and did not come. */
  readonly owners: readonly MissingOwner[];
  readonly reads: /** `reads: all`: whatever is not in the file does not exist, but for what `notRead` names. */
    | { readonly by: "exclusion"; readonly notRead: readonly NotRead[] }
    /** `readings`: what was looked at, one by one. */
    | { readonly by: "record"; readonly heads: readonly RecordedHead[] };
}

export const headerType = { apiVersion: "pvguard.dev/v1alpha1", kind: "Snapshot" } as const;

const scopeShape = { of: "text", namespace: "text", name: "text", kind: "text" } as const;
const notReadShape = { resource: "text", namespace: "text", reason: "text" } as const;
const headShape = {
  resource: "text",
  scope: scopeShape,
  read: "flag",
  reason: "text",
  detail: "text",
  count: "integer",
} as const;
const ownerShape = {
  apiVersion: "text",
  kind: "text",
  namespace: "text",
  name: "text",
  because: "text",
  detail: "text",
  plural: "text",
} as const;
const headerShape = {
  apiVersion: "text",
  kind: "text",
  takenAt: "text",
  source: "text",
  skipped: ["text"],
  reads: "text",
  notRead: [notReadShape],
  owners: [ownerShape],
  readings: [headShape],
} as const;

const readHeader = readerOf(headerShape, "refuse");

type ParsedHeader =
  | { readonly ok: true; readonly header: SnapshotHeader }
  /** Can quote the file: untrusted. */
  | { readonly ok: false; readonly reason: string };

export function isHeader(value: unknown): boolean {
  if (!isRecord(value) || own(value, "kind") !== headerType.kind) return false;
  const apiVersion = own(value, "apiVersion");
  return typeof apiVersion === "string" && apiVersion.startsWith("pvguard.dev/");
}

export function parseHeader(value: unknown): ParsedHeader {
  try {
    // The reader was made from this shape.
    return { ok: true, header: headerOf(readHeader(value, []) as Shaped<typeof headerShape>) };
  } catch (problem) {
    if (problem instanceof Misfit) return { ok: false, reason: problem.message };
    throw problem;
  }
}

function headerOf(header: Shaped<typeof headerShape>): SnapshotHeader {
  const { apiVersion, takenAt, source, skipped = [], owners = [] } = header;
  if (apiVersion !== headerType.apiVersion)
    throw new Misfit("apiVersion", `must be ${headerType.apiVersion}`);
  if (takenAt !== undefined && instant(takenAt) === undefined) {
    throw new Misfit("takenAt", "must be a time such as 2026-11-20T12:00:00Z");
  }
  return {
    ...(takenAt === undefined ? {} : { takenAt }),
    ...(source === undefined ? {} : { source }),
    skipped,
    owners: owners.map(ownerOf),
    reads: readsOf(header),
  };
}

function readsOf({ reads, readings, notRead = [] }: Shaped<typeof headerShape>): SnapshotHeader["reads"] {
  if (reads === undefined && readings !== undefined)
    return { by: "record", heads: readings.map(recordedHead) };
  if (reads === "all" && readings === undefined) return { by: "exclusion", notRead: notRead.map(gapOf) };
  throw new Misfit("", "it needs either `reads: all` or a list of readings");
}

function gapOf({ resource, namespace, reason = "NotCollected" }: Shaped<typeof notReadShape>): NotRead {
  return {
    resource: resourceNamed(resource),
    ...(namespace === undefined ? {} : { namespace: given(namespace, "namespace") }),
    reason: reasonNamed(reason),
  };
}

function ownerOf(owner: Shaped<typeof ownerShape>): MissingOwner {
  const { apiVersion, kind, namespace, name, because, detail, plural } = owner;
  const known = absences.find((each) => each === because);
  if (known === undefined) throw new Misfit("because", `must be one of ${absences.join(", ")}`);
  return {
    owner: {
      apiVersion: given(apiVersion, "apiVersion"),
      kind: given(kind, "kind"),
      name: given(name, "name"),
      ...(namespace === undefined ? {} : { namespace }),
    },
    because: known,
    ...(detail === undefined ? {} : { detail }),
    ...(plural === undefined ? {} : { plural }),
  };
}

function recordedHead({ read, count, detail, ...head }: Shaped<typeof headShape>): RecordedHead {
  const about = { resource: resourceNamed(head.resource), scope: scopeOf(head.scope ?? {}) };
  if (read === undefined) throw new Misfit("read", "must be true or false");
  if (read) return { ...about, read, ...(count === undefined ? {} : { count }) };
  return { ...about, read, reason: reasonNamed(head.reason), ...(detail === undefined ? {} : { detail }) };
}

function scopeOf({ of, namespace, name, kind }: Shaped<typeof scopeShape>): Scope {
  switch (of) {
    case "cluster":
      return { of };
    case "namespace":
      return { of, namespace: given(namespace, "namespace") };
    case "object":
      return { of, name: given(name, "name"), ...(namespace === undefined ? {} : { namespace }) };
    case "about":
      return {
        of,
        namespace: given(namespace, "namespace"),
        name: given(name, "name"),
        kind: given(kind, "kind"),
      };
  }
  throw new Misfit("scope", "must be of cluster, namespace, object or about");
}

function given(text: string | undefined, field: string): string {
  if (text === undefined || text === "") throw new Misfit(field, "must be text");
  return text;
}

function resourceNamed(wanted: string | undefined): Resource {
  const known = kinds.find(({ resource }) => resource === wanted);
  if (known !== undefined) return known.resource;
  throw new Misfit("resource", `must be one such as v1/pods, not ${JSON.stringify(wanted)}`);
}

const absences: readonly MissingOwner["because"][] = [
  "NotFound",
  "OutOfReach",
  "NotServed",
  "Forbidden",
  "Unavailable",
];

const reasons: readonly UnreadReason[] = ["Forbidden", "NotServed", "Unavailable", "NotCollected"];

function reasonNamed(wanted: string | undefined): UnreadReason {
  const known = reasons.find((reason) => reason === wanted);
  if (known !== undefined) return known;
  throw new Misfit("reason", "must be Forbidden, NotServed, Unavailable or NotCollected");
}
