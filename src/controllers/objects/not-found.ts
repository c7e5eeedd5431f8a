/** What an error says does not exist: the volume that it is about, something else, or nothing at all. */
export type Missing = "this-volume" | "something-else" | "nothing";

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
 * @param names what this volume is called: its handle, the name of its object, as {@link diskNamesOf} says
 */
export function missingIn(text: string, names: readonly string[]): Missing {
  const marked = markNames(
    text
      .slice(0, mostRead)
      .replaceAll(mark, "?")
      .replace(/\bcode = \w+ desc = ?/g, ": "),
    names,
  );
  const statements = [...absentIn(marked), ...soughtIn(marked)];
  if (statements.includes("something-else")) return "something-else";
  return statements.includes("this-volume") ? "this-volume" : "nothing";
}

function absentIn(text: string): readonly Missing[] {
  return [...text.matchAll(absent)].map((found) => {
    const before = text.slice(Math.max(0, found.index - subjectLength), found.index);
    const after = text.slice(found.index + found[0].length);
    const [, prefix] = code.exec(found[0].replace(/^\W+/, "")) ?? [];
    if (prefix !== undefined && prefix !== "") return ofCode(prefix, after);
    const trimmed = before.replace(/[\s:]+$/, "");
    const last = trimmed.replace(boundary, "");
    const subject = clean(last);
    if (inOnePlace.test(after)) return "something-else";
    if (ofAnother.test(trimmed.slice(0, trimmed.length - last.length))) return "something-else";
    const own = ofSubject(subject);
    // "Volume not found: vol-1" names it afterwards, and can name another one.
    if (own === "this-volume" && !subject.includes(mark)) return ofNamedAfter(after);
    return own;
  });
}

function ofCode(prefix: string, after: string): Missing {
  const last = prefix.slice(prefix.lastIndexOf(".") + 1);
  if (codeOfVolume.test(last)) return ofNamedAfter(after);
  return /^(?:err|error|item|resource|entity|object|status|http|code|rpc)*$/i.test(last)
    ? "nothing"
    : "something-else";
}

/** What follows "Volume not found": its name, another volume's, or no name at all. */
function ofNamedAfter(after: string): Missing {
  const [, name] = /^\s*[:=]\s*(?:volume )?["'`(]*([^\s"'`,;)]+)/.exec(after) ?? [];
  if (name === undefined || name.startsWith(mark) || /^[a-z]+$/i.test(name)) return "this-volume";
  return "something-else";
}

function soughtIn(text: string): readonly Missing[] {
  return [...text.matchAll(sought)].map((found) => {
    const after = text.slice(found.index + found[0].length, found.index + found[0].length + subjectLength);
    const [phrase = ""] = /^[^:;,.([{]*(?:[:=#]\s*["'`]?\u2042)?/.exec(after) ?? [];
    const object = clean(phrase);
    const [head = "", , place = ""] = object.split(/(\b(?:in|on|at|under|within|from|for|of|attached)\b)/i);
    const own = ofSubject(clean(head));
    return own === "this-volume" && place !== "" ? "something-else" : own;
  });
}

function ofSubject(subject: string): Missing {
  if (byName.test(subject) || byWord.test(subject)) return "this-volume";
  return generic.test(subject) ? "nothing" : "something-else";
}

function clean(phrase: string): string {
  return phrase
    .replace(/["'`\u201c\u201d\u2018\u2019()<>[\]{}]/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** A name counts as a whole word, also as the end of a path that leads to it. */
function markNames(text: string, names: readonly string[]): string {
  const known = names.filter((name) => name.length > 1).sort((a, b) => b.length - a.length);
  if (known.length === 0) return text;
  const any = known.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  // A path before the name is the name's; a path, or more of a name, after it makes it another thing.
  return text.replace(
    new RegExp(`(?<![\\w.-])(?:[\\w.@-]*/)*(?:csi-vol-|vol-)?(?:${any})(?![\\w/-]|\\.\\w)`, "gi"),
    mark,
  );
}
