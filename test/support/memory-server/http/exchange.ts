import type { JsonObject } from "../objects/json.ts";

/** A request that is about objects of one kind. */
export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly contentType: string;
  readonly body: string;
}

export interface ApiAnswer {
  readonly code: number;
  readonly body: JsonObject;
}
