import type { Preview } from "../../executor/index.ts";
import { words } from "../../model/index.ts";

/** Why nothing is sent, by what the server said when it was asked first. */
export const reasons: Readonly<Record<Exclude<Preview["status"], "allowed">, string>> = {
  refused: "ServerRefuses",
  impossible: "NoPreview",
  unknown: "PreviewFailed",
};

/** What a person is told while the server is asked. */
export const askingFirst = words("Asking the API server whether it would accept the changes");
