import { contentDeletion, finalizerNames } from "../../../controllers/index.ts";
import { notToRemove, remedy } from "../../../engine/index.ts";
import {
  type Avoid,
  type Phrase,
  type RemedyCall,
  say,
  type VolumeSnapshotContent,
} from "../../../model/index.ts";

const finalizer = finalizerNames.contentBound;

export function driverOf(content: VolumeSnapshotContent): string {
  return content.spec?.driver ?? "the driver";
}

export function handleOf(content: VolumeSnapshotContent): string | undefined {
  return content.status?.snapshotHandle ?? content.spec?.source?.snapshotHandle;
}

/** `delete the snapshot snap-1`, or what else is left to do for the driver's sidecar. */
export function taskOf(content: VolumeSnapshotContent): Phrase {
  const handle = handleOf(content);
  const named = handle === undefined ? [] : say` ${handle}`;
  return contentDeletion(content) === "release" && content.spec?.deletionPolicy === "Retain"
    ? say`release the content (policy Retain: the snapshot${named} remains in the storage backend)`
    : say`delete the snapshot${named}`;
}

export function strip(content: VolumeSnapshotContent): Avoid {
  const handle = handleOf(content);
  return notToRemove(
    finalizer,
    content,
    say`the snapshot${handle === undefined ? [] : say` ${handle}`} would remain in the storage backend with no record of it`,
  );
}

/** The last resort. With policy Retain it leaves behind only what was to be kept. */
export function dropCall(content: VolumeSnapshotContent): RemedyCall {
  const handle = handleOf(content);
  const isRetained = content.spec?.deletionPolicy === "Retain";
  return remedy(
    "drop-finalizer",
    content,
    isRetained
      ? {
          finalizer,
          safety: "risky",
          because:
            "The policy is Retain, so the driver would not delete the snapshot either. The saved manifest is then its only record.",
        }
      : {
          finalizer,
          safety: "loses-data",
          prove:
            "the storage backend shows that the snapshot no longer exists, or its handle is written down so that it can be deleted there.",
          ...(handle === undefined ? {} : { leaks: handle }),
        },
  );
}
