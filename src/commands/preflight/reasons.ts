import type { Preview } from "../../executor/index.ts";

/** Why nothing is sent, by what the server said when it was asked first. */
export const reasons: Readonly<Record<Exclude<Preview["status"], "allowed">, string>> = {
  refused: "ServerRefuses",
  impossible: "NoPreview",
  unknown: "PreviewFailed",
};
