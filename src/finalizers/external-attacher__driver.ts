import { onAttachment } from "./shared/external-attacher/on-attachment.ts";
import { onVolume } from "./shared/external-attacher/on-volume.ts";

/** The same finalizer on two kinds, with two meanings: the attachment waits for the detach, the volume for its attachments. */
export default [onVolume, onAttachment];
