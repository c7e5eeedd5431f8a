import type { JsonObject } from "./json.ts";

interface Metadata {
  readonly name: string;
  readonly namespace?: string;
  readonly generateName?: string;
  readonly uid: string;
  /** Absent in what a dry run would have created. */
  readonly resourceVersion?: string;
  readonly creationTimestamp: string;
  readonly deletionTimestamp?: string;
  readonly deletionGracePeriodSeconds?: number;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[];
  readonly [field: string]: unknown;
}

/** An object as the server keeps it. */
export interface ApiObject extends JsonObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Metadata;
}

export function finalizersOf({ metadata }: ApiObject): readonly string[] {
  return metadata.finalizers ?? [];
}

/** With no field `finalizers` when there is none, as in Go's `omitempty`. */
export function withFinalizers(object: ApiObject, finalizers: readonly string[]): ApiObject {
  const { finalizers: _, ...metadata } = object.metadata;
  return { ...object, metadata: finalizers.length === 0 ? metadata : { ...metadata, finalizers } };
}
