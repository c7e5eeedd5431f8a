import type { KubeObject } from "../../../../src/kubernetes/index.ts";
import { homeOf as usual } from "../home.ts";

/** A content belongs to the snapshot that it names, and the second volume of a state to the first. */
export function homeOf(object: KubeObject): string | undefined {
  return object.kind === "VolumeSnapshotContent"
    ? object.spec?.volumeSnapshotRef?.namespace
    : usual(object)?.replace(/-copy$/, "");
}
