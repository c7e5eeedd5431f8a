import { apiVersionOf, kindNamed, pluralOf } from "../../../src/kubernetes/index.ts";

/** An object as it is sent. */
export interface ObjectManifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly [field: string]: unknown;
  };
  readonly [field: string]: unknown;
}

export interface Place {
  readonly name: string;
  readonly namespace?: string;
}

export function collectionOf(resource: string, namespace: string | undefined): string {
  const version = apiVersionOf(resource);
  const root = version.includes("/") ? "/apis" : "/api";
  const inside = namespace === undefined ? "" : `/namespaces/${namespace}`;
  return `${root}/${version}${inside}/${pluralOf(resource)}`;
}

export function pathOf(resource: string, { name, namespace }: Place): string {
  return `${collectionOf(resource, namespace)}/${name}`;
}

export function resourceOf({ apiVersion, kind }: ObjectManifest): string {
  const known = kindNamed(apiVersion, kind);
  return `${apiVersion}/${known === undefined ? `${kind.toLowerCase()}s` : pluralOf(known.resource)}`;
}
