import type { AnyWaitEntry } from "../engine/index.ts";
import attachmentDetach from "./attachment-detach.ts";

/** Every reason to stay, or not to work, that is not a finalizer. */
export const waits: readonly AnyWaitEntry[] = [attachmentDetach];
