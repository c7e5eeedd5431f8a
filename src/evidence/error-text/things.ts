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
export function thingIn(phrase: string): MissingThing {
  const apart = phrase.replace(/([a-z])([A-Z])/g, "$1 $2");
  return things.find(([, named]) => named.test(phrase) || named.test(apart))?.[0] ?? "other";
}
