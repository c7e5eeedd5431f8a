import type { AnyObject, ObjectRef } from "./object.ts";

/** Names a kind that pvguard has no definition of, such as an operator's own: `other:db.example.org/v1/Database`. */
export type OtherResource = `other:${string}`;

/** What is read of an object of such a kind: its metadata, and what it says of its own state. */
export interface OtherObject extends AnyObject {
  readonly status?: OtherStatus;
}

export interface OtherStatus {
  readonly phase?: string;
  readonly conditions?: readonly OtherCondition[];
}

interface OtherCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

export function otherResource({ apiVersion, kind }: ObjectRef): OtherResource {
  return `other:${apiVersion}/${kind}`;
}

export function isOtherResource(resource: string): resource is OtherResource {
  return resource.startsWith("other:");
}

/** What an `OtherResource` names. */
export function otherKind(resource: OtherResource): { readonly apiVersion: string; readonly kind: string } {
  const name = resource.slice("other:".length);
  const slash = name.lastIndexOf("/");
  return { apiVersion: name.slice(0, slash), kind: name.slice(slash + 1) };
}
