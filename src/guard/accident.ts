/** What a policy looks at beside the object of the request: each of these, one after the other. */
type Looks = "at nothing else" | "at each volume" | "at each pod of the namespace";

/** Something by which data is lost by accident, as an API server can see it. Each becomes one policy. */
export interface Accident {
  /** As `--only` takes it. The policy is `pvguard-NAME`. */
  readonly name: string;
  /** What a person does, and what comes of it: one sentence. */
  readonly about: string;
  /** What a person does, in a few words without a full stop: a line of the help has it. */
  readonly short: string;
  readonly operation: "DELETE" | "UPDATE";
  /** By API group, as in `""`. */
  readonly of: readonly Guarded[];
  readonly looks: Looks;
  /** CEL of type bool, true for the accident. Sees `oldObject`, `object` of an update, and `params`: what it looks at. */
  readonly happens: string;
  /** CEL of type string: what would happen. It names objects by `oldObject`, since a collection's deletion has no `request.name`. */
  readonly message: string;
  /** Other guards without which this one does harm. */
  readonly needs?: readonly string[];
}

interface Guarded {
  readonly group: string;
  /** Plurals, with a subresource as in `persistentvolumes/status`. */
  readonly resources: readonly string[];
  readonly namespaced: boolean;
  /** As kubectl takes it before a slash: `pvc`. */
  readonly short: string;
}

export const claims: Guarded = {
  group: "",
  resources: ["persistentvolumeclaims"],
  namespaced: true,
  short: "pvc",
};

export const volumes: Guarded = {
  group: "",
  resources: ["persistentvolumes"],
  namespaced: false,
  short: "pv",
};

/** CEL: a text, whatever is in it. Each escape that is written here is one of CEL: google/cel-spec doc/langdef.md "String and Bytes Values". */
export function celText(text: string): string {
  return JSON.stringify(text);
}

/** CEL: a list of texts. */
export function celTexts(texts: readonly string[]): string {
  return `[${texts.map(celText).join(", ")}]`;
}

/**
 * CEL of type bool, over a volume in `params`: without its claim, its data is deleted. Of the policies only Retain keeps it.
 * kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go `reclaimVolume` (v1.36).
 */
export const isNotRetained =
  'has(params.spec.persistentVolumeReclaimPolicy) && params.spec.persistentVolumeReclaimPolicy != "Retain"';
