import { isObject } from "../objects/json.ts";
import { badRequest, Refusal } from "../objects/refusal.ts";

/** Where a list goes on. Revision -1: at whatever there is now. */
export interface Position {
  readonly revision: number;
  /** The last key that was given, below the list's prefix. */
  readonly after: string;
}

/** Compare kubernetes/apiserver pkg/storage/continue.go `EncodeContinue` (v1.36). */
export function encode({ revision, after }: Position): string {
  const token = { v: "meta.k8s.io/v1", rv: revision, start: `/${after}\0` };
  return Buffer.from(JSON.stringify(token)).toString("base64url");
}

export function decode(token: string): Position {
  const found = parsed(token);
  if (!isObject(found) || typeof found.rv !== "number" || typeof found.start !== "string")
    throw badRequest("invalid continue token: continue key is not valid");
  return { revision: found.rv, after: found.start.slice(1, -1) };
}

function parsed(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
}

/** Compare kubernetes/apiserver pkg/storage/etcd3/errors.go `handleCompactedErrorForPaging` (v1.36). */
export function expired(position: Position): Refusal {
  const metadata = { continue: encode({ ...position, revision: -1 }) };
  return new Refusal(410, {
    kind: "Status",
    apiVersion: "v1",
    metadata,
    status: "Failure",
    message,
    reason: "Expired",
    code: 410,
  });
}

const message =
  "The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.";
