/** What was being done when the error came. */
export type Operation =
  | "create"
  | "delete"
  | "attach"
  | "detach"
  | "mount"
  | "unmount"
  /** The containers of a pod, before its volumes are unmounted. */
  | "stop"
  | "resize"
  | "snapshot"
  | "delete-snapshot";

/**
 * In the words of Kubernetes' controllers, of the calls of CSI, and of the clouds' APIs. "un-" and "de-" come before what they
 * contain.
 */
const operations: readonly (readonly [Operation, RegExp])[] = [
  [
    "delete-snapshot",
    /delet\w* (?:the )?(?:volume )?snapshot\b|DeleteSnapshot|snapshot .{0,60}(?:deletion|delete) failed/i,
  ],
  [
    "snapshot",
    /(?:creat\w*|tak\w*|cut) (?:a |the )?(?:volume )?snapshot|CreateSnapshot|snapshot content with error/i,
  ],
  ["stop", /killing pod|KillContainer|KillPodSandbox/i],
  ["unmount", /un-?mount(?!ed volumes)|NodeUn(?:publish|stage)|TearDown|UnmapDevice|UnmapVolume/i],
  ["resize", /resiz|expan[ds]|ControllerExpand|NodeExpand|ModifyVolume/i],
  ["detach", /detach|ControllerUnpublish|unpublish|unexport/i],
  ["attach", /attach|ControllerPublish|Multi-Attach/i],
  ["mount", /mount|NodePublish|NodeStage|MapVolume|SetUp\b/i],
  [
    "create",
    /provision volume|creat\w* (?:a |the )?(?:volume|disk|share|image|subvolume|file ?system)|CreateVolume/i,
  ],
  ["delete", /delet|remov|clean(?:ing|up)\b|destroy/i],
];

/**
 * The operation of the outermost clause that names one: an inner one can be a step of it, such as a detach before a deletion.
 *
 * @param clauses the error's clauses, from the outside in
 */
export function operationIn(clauses: readonly string[]): Operation | undefined {
  for (const clause of clauses) {
    const found = operations.find(([, words]) => words.test(clause));
    if (found !== undefined) return found[0];
  }
  return undefined;
}
