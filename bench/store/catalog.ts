import type { Expected } from "../generator/item.ts";

/** What the server reads first: names are as Go writes them. */
export interface Catalog {
  /** Of every answer, in the format of HTTP: the present of the cluster. */
  readonly Date: string;
  readonly ResourceVersion: string;
  readonly Kinds: readonly CatalogKind[];
  /** Bodies of answers by path. */
  readonly Documents: Readonly<Record<string, unknown>>;
  readonly Counts: Readonly<Record<string, number>>;
  /** Bytes of all objects of a kind. */
  readonly Bytes: Readonly<Record<string, { readonly json: number; readonly protobuf: number }>>;
  readonly Expected: readonly Expected[];
}

export interface CatalogKind {
  readonly Resource: string;
  /** `/api/v1` */
  readonly Root: string;
  readonly Plural: string;
  readonly APIVersion: string;
  readonly Kind: string;
  readonly Namespaced: boolean;
  /** Begin of the names of its files. */
  readonly File: string;
}
