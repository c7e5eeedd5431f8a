import { isRecord, own } from "../../model/index.ts";

/** The API server's own report of a failure: a `Status` object, as far as it is one. */
export interface ApiStatus {
  /** `NotFound`, `Forbidden`, `Expired` and so on; empty when it does not say. */
  readonly reason: string;
  readonly message: string;
  /** The object that it is about, if it is about one. */
  readonly name: string | undefined;
  /** With `Expired`: where the list can be continued, at another revision. */
  readonly continue: string | undefined;
}

export function readStatus(value: unknown): ApiStatus | undefined {
  if (!isRecord(value) || own(value, "kind") !== "Status") return undefined;
  const details = record(own(value, "details"));
  return {
    reason: text(own(value, "reason")) ?? "",
    message: text(own(value, "message")) ?? "",
    name: text(own(details, "name")),
    continue: text(own(record(own(value, "metadata")), "continue")),
  };
}

function record(value: unknown): { readonly [key: string]: unknown } {
  return isRecord(value) ? value : {};
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
