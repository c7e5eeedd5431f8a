/** What an error can be about, other than the disk itself. */
export type MissingThing =
  | "snapshot"
  | "secret"
  | "claim"
  | "volume-object"
  | "attachment"
  /** The record of the drivers that run on a node: CSINode. */
  | "registration"
  | "node"
  | "instance"
  | "path"
  | "class"
  /** A name that the DNS does not know. */
  | "address"
  /** Where disks are kept: a pool, a group, an account, a project, a zone, an array. */
  | "place"
  | "other";

/** The first that matches counts, so that the narrow ones come first: "host for node", "volume group", "volume snapshot". */
const things: readonly (readonly [MissingThing, RegExp])[] = [
  ["address", /no such host/i],
  ["path", /no such file|director(?:y|ies)\b|\bpath\b|^\/|\s\//i],
  ["secret", /secrets?\b|credentials?\b/i],
  ["snapshot", /snapshot/i],
  ["claim", /persistentvolumeclaims?\b|\bpvcs?\b|\bclaim\b/i],
  ["volume-object", /persistentvolumes?\b|\bpvs?\b/i],
  ["registration", /csinodes?\b|registered CSI drivers/i],
  ["attachment", /attachments?\b/i],
  ["class", /storageclass|\bstorage class\b|volumesnapshotclass/i],
  [
    "place",
    /pools?\b|groups?\b|account|project|subscription|datastore|\bzone|region|array|backend|\bsvm\b|config\w*\b|cluster|file ?system|access point|export policy|share\b|dataset|network/i,
  ],
  ["instance", /instance|virtual ?machine|\bvms?\b|droplet|\bserver\b|compute\b|linode\b/i],
  ["node", /nodes?\b|\bhosts?\b/i],
];

/** What the subject of a statement is. Words of a code in one piece count too: `InvalidInstanceID`, `ResourceGroup`. */
function thingIn(phrase: string): MissingThing {
  const apart = phrase.replace(/([a-z])([A-Z])/g, "$1 $2");
  return things.find(([, named]) => named.test(phrase) || named.test(apart))?.[0] ?? "other";
}

/** What an error says does not exist: the volume that it is about, something else, or nothing at all. */
export type Missing = "this-volume" | "something-else" | "nothing";

/** A thing that an error says is not found. */
export interface NotFound {
  /** `unsaid`: the error says that something is not found, and not what. */
  readonly what: "this-disk" | "another-disk" | "this-disk-there" | MissingThing | "unsaid";
  /** As the error calls it, where it has a name. */
  readonly name?: string;
}

/** A whole text is read, but not the megabytes that a hostile file can hold. */
const mostRead = 20_000;

/** So many characters before the words "not found" can name what is not found. */
const subjectLength = 300;

/** What stands for one name of the volume, so that no quoting and no path has to be parsed afterwards. */
const mark = "\u2042";

/** "X was not found", "X does not exist", "X could not be found", "XNotFound". */
const absent =
  /\b(?:(?:was|is|were|are|could|can|does|did|do|has|have)(?:[ -]?not|n['\u2019]?t)|cannot|can not|no longer|not|never)[ -]+(?:be[ -]+|been[ -]+)?(?:found|exist(?:s|ed)?)\b|[^\s:]{0,60}(?:not ?found|does ?n[o']t ?exist)\b/gi;

/** "failed to find X", "unable to locate X", "no such X". */
const sought =
  /\b(?:(?:failed|unable|cannot|can ?not|can't|could ?not|couldn't|did ?not|didn't)(?: to)? (?:find|locate|look ?up)|no such|there is no|no (?=volume\b|disk\b))\s*(?:any |the |an? )?/gi;

/** Where a new statement begins: a subject does not reach over it. */
const boundary = /.*(?:[:;,.!?([{=>]\s|[:;,([{=>]|\b(?:because|since|and|but|that)\s)/s;

const filler =
  "(?:the |this |that |an? |your |specified |requested |given |source |backend |storage |rbd |ebs )*";
const noun = "(?:volume|disk|lun|virtual disk|managed disk|persistent ?disk|logical volume|rbd image|image)";
const named =
  "(?:\\s+(?:with|by|having|called|named))?(?:\\s+(?:volume ?)?(?:id|ids|name|uuid|handle|uri))?\\s*[=:#]?\\s*";
const unit =
  "(?:(?:volume|resource|item|disk|id|object|entity|share|file ?share|subvolume|dataset|zvol)\\s*)";

/** The volume by its own name. `subvolume`, `share` and the like are a volume of Kubernetes only by name. */
const byName = new RegExp(
  `^${filler}(?:${noun}|${unit})?${named.replace("\\s+(?:volume", "\\s*(?:volume")}${mark}$`,
  "i",
);
/** The word alone, which in an answer to DeleteVolume can mean only the volume that was asked for. */
const byWord = new RegExp(`^${filler}${noun}$`, "i");
/** A code or a word for anything, which says nothing of what is missing. */
const generic =
  /^(?:(?:error|err|code|reason|status|http|the|requested|404|\d{3}|resource|resources|item|entity|object|api|rpc)(?:\s+|$))*$/i;
/** "secret of volume: vol-1 not found": what stands before the colon is not found. */
const ofAnother =
  /\b(?:secret|node|host|instance|server|pool|project|point|snapshot|attachment|backend|cluster|group|account|path|config\w*)s? (?:of|for) (?:the )?(?:volume|disk)s?\s?[:=(]\s?$/i;
/** The last word of a code in one piece: `InvalidVolume.NotFound`, `itemNotFound`, `VolumeNotFound`. */
const code = /^([\w.]*?)\.?not ?found(?:exception|error|fault)?$/i;
const codeOfVolume = /^(?:err|error|invalid)?_?(?:volume|disk)(?:id)?$/i;

/** "not found in the pool": it is not in one place, and may be in another. */
const inOnePlace = /^\W{0,3}(?:in|on|at|under|within|among|inside|attached|from|for)\b/i;

/**
 * Reads an error of a driver whole. Only the statement that this very volume is not found is evidence of its data. A
 * project, a pool, a host name, an access point, a secret, a path that is not found says nothing of it; where one text says
 * both, the volume was not found because of the other.
 *
 * The code of gRPC alone says nothing: container-storage-interface/spec spec.md DeleteVolume has a missing volume answered
 * with OK, and NOT_FOUND is not among its errors; for ControllerUnpublishVolume NOT_FOUND is "Volume does not exist" or
 * "Node does not exist", and the message says which.
 *
 * @param names what this volume is called: its handle, the name of its object, as `diskNamesOf` says
 */
export function missingIn(text: string, names: readonly string[]): Missing {
  const found = notFoundIn(text, names);
  if (found.some(({ what }) => what !== "this-disk" && what !== "unsaid")) return "something-else";
  return found.some(({ what }) => what === "this-disk") ? "this-volume" : "nothing";
}

/** Every statement of an error that something is not found, in the order of the text. */
export function notFoundIn(text: string, names: readonly string[]): readonly NotFound[] {
  const marked = markNames(
    text
      .slice(0, mostRead)
      .replaceAll(mark, "?")
      .replace(/\bcode = \w+ desc = ?/g, ": "),
    names,
  );
  return [...absentIn(marked), ...soughtIn(marked)];
}

function absentIn(text: string): readonly NotFound[] {
  return [...text.matchAll(absent)].map((found) => {
    const before = text.slice(Math.max(0, found.index - subjectLength), found.index);
    const after = text.slice(found.index + found[0].length);
    const [, prefix] = code.exec(found[0].replace(/^\W+/, "")) ?? [];
    if (prefix !== undefined && prefix !== "") return ofCode(prefix, after);
    const trimmed = before.replace(/[\s:]+$/, "");
    const last = trimmed.replace(boundary, "");
    const subject = clean(last);
    const outer = trimmed.slice(0, trimmed.length - last.length);
    if (inOnePlace.test(after)) return elsewhere(ofSubject(subject));
    if (ofAnother.test(outer)) return otherThing(outer.slice(-60), last);
    const own = ofSubject(subject, last);
    // "Volume not found: vol-1" names it afterwards, and can name another one.
    if (own.what === "this-disk" && !subject.includes(mark)) return ofNamedAfter(after);
    return own;
  });
}

/** It is not in one place, and may be in another. */
function elsewhere(own: NotFound): NotFound {
  return own.what === "this-disk" || own.what === "unsaid" ? { what: "this-disk-there" } : own;
}

function otherThing(phrase: string, named: string): NotFound {
  const name = nameIn(named);
  return { what: thingIn(phrase), ...(name === undefined ? {} : { name }) };
}

function ofCode(prefix: string, after: string): NotFound {
  const last = prefix.slice(prefix.lastIndexOf(".") + 1);
  if (codeOfVolume.test(last)) return ofNamedAfter(after);
  return /^(?:err|error|item|resource|entity|object|status|http|code|rpc)*$/i.test(last)
    ? { what: "unsaid" }
    : { what: thingIn(last) };
}

/** What follows "Volume not found": its name, another volume's, or no name at all. */
function ofNamedAfter(after: string): NotFound {
  const [, name] = /^\s*[:=]\s*(?:volume )?["'`(]*([^\s"'`,;)]+)/.exec(after) ?? [];
  if (name === undefined || name.startsWith(mark) || /^[a-z]+$/i.test(name)) return { what: "this-disk" };
  return { what: "another-disk", name };
}

function soughtIn(text: string): readonly NotFound[] {
  return [...text.matchAll(sought)].map((found) => {
    const after = text.slice(found.index + found[0].length, found.index + found[0].length + subjectLength);
    const [phrase = ""] = /^[^:;,.([{]*(?:[:=#]\s*["'`]?\u2042)?/.exec(after) ?? [];
    const object = clean(phrase);
    const [head = "", , place = ""] = object.split(/(\b(?:in|on|at|under|within|from|for|of|attached)\b)/i);
    if (/^(?:file or directory|host)\b/i.test(object)) return ofPath(text.slice(0, found.index), object);
    const own = ofSubject(clean(head), phrase);
    return own.what === "this-disk" && place !== "" ? { what: "this-disk-there" } : own;
  });
}

/** What stands before "no such file or directory" and "no such host" is its name. */
function ofPath(before: string, object: string): NotFound {
  const [, name] = /([^\s"'`]+)["'`]?:\s*$/.exec(before.slice(-subjectLength)) ?? [];
  const what = thingIn(`no such ${object}`);
  return name === undefined || name.includes(mark) ? { what } : { what, name };
}

function ofSubject(subject: string, raw = subject): NotFound {
  if (byName.test(subject) || byWord.test(subject)) return { what: "this-disk" };
  return generic.test(subject) ? { what: "unsaid" } : otherThing(subject, raw);
}

/** The name that stands in quotes, or as the last word. */
function nameIn(phrase: string): string | undefined {
  const [, quoted] = /["'`]([^"'`\s]+)["'`]/.exec(phrase) ?? [];
  const name = quoted ?? clean(phrase).split(" ").at(-1);
  if (name === undefined || name === "" || name.includes(mark)) return undefined;
  return quoted === undefined && /^[a-z]+$/i.test(name) ? undefined : name.replace(/[.,]$/, "");
}

function clean(phrase: string): string {
  return phrase
    .replace(/["'`\u201c\u201d\u2018\u2019()<>[\]{}]/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** A name counts as a whole word, also as the end of a path that leads to it. */
function markNames(text: string, names: readonly string[]): string {
  const lower = text.toLowerCase();
  const isIn = (name: string) => name.length > 1 && lower.includes(name.toLowerCase());
  const known = names.filter(isIn).sort((a, b) => b.length - a.length);
  if (known.length === 0) return text;
  const any = known.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  // A path before the name is the name's; a path, or more of a name, after it makes it another thing.
  return text.replace(
    new RegExp(`(?<![\\w.-])(?:[\\w.@-]*/)*(?:csi-vol-|vol-)?(?:${any})(?![\\w/-]|\\.\\w)`, "gi"),
    mark,
  );
}
