const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const address = String.raw`\d{1,3}(?:[.-]\d{1,3}){3}`;
/** A part that is replaced as one. An address counts whole, since its numbers alone would be kept. */
const identifiers = `${uuid}|(?<![0-9])${address}(?![0-9])`;
const identifier = new RegExp(identifiers, "gi");
const part = new RegExp(`${identifiers}|[\\p{L}\\p{N}]+`, "giu");
const wholeUuid = new RegExp(`^${uuid}$`, "i");
const wholeAddress = new RegExp(`^${address}$`);

/** Parts of names that Kubernetes itself makes. */
const plainParts = new Set(
  "default kube system public node lease pvc pv prime csi snapshot snapcontent local volume provisioner".split(
    " ",
  ),
);

/** Other names for names: the same one for the same, in the order in which they are first seen. */
export class Pseudonyms {
  readonly #parts = new Map<string, string>();
  readonly #uids = new Map<string, string>();
  readonly #handles = new Map<string, string>();
  readonly #segments = new Map<string, string>();

  /**
   * A name part by part, so that names that are made of others still are: the claim `data-web-0` of the StatefulSet
   * `web`, the volume `pvc-` + uid. Short numbers stay, since an ordinal is counted with.
   */
  name(name: string): string {
    return name.replace(part, (found) => this.#part(found));
  }

  uid(uid: string): string {
    return remembered(
      this.#uids,
      uid,
      (count) => `00000000-0000-4000-8000-${String(count).padStart(12, "0")}`,
    );
  }

  /**
   * What identifies something outside of Kubernetes: a disk, a path, a host. A path remains one, and below `/tmp`, since
   * the PV controller deletes only there: kubernetes/kubernetes pkg/volume/hostpath/host_path.go Delete, 1.36. It is replaced
   * segment by segment, so that a directory inside another still is.
   */
  handle(handle: string): string {
    const [root = ""] = /^\/(?:tmp\/)?/.exec(handle) ?? [];
    const segments = handle.slice(root.length);
    const made = segments.replace(/[^/#]+/g, (each) =>
      remembered(this.#segments, each, (count) => `id-${count}`),
    );
    return remembered(this.#handles, handle, () => `${root}${made}`);
  }

  knownHandle(handle: string): string | undefined {
    return this.#handles.get(handle);
  }

  /** Does this word hold a part of a name that was replaced? */
  isNamed(word: string): boolean {
    return word.match(part)?.some((found) => this.#parts.has(found)) ?? false;
  }

  /** The uids and addresses in a word, which are telling wherever they stand. */
  identifiers(word: string): string {
    return word.replace(identifier, (found) => this.#part(found));
  }

  #part(found: string): string {
    if (wholeUuid.test(found)) return this.uid(found);
    const isPlain = plainParts.has(found) || (/^\d{1,4}$/.test(found) && !wholeAddress.test(found));
    return isPlain ? found : remembered(this.#parts, found, (count) => `x${count}`);
  }
}

/** What was made for this text before, or else what is made now. */
function remembered(known: Map<string, string>, text: string, make: (count: number) => string): string {
  const made = known.get(text) ?? make(known.size + 1);
  known.set(text, made);
  return made;
}
