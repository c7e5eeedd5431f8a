import type { Connection, Credential, HeaderList } from "../kubeconfig/index.ts";
import type { Compression } from "./compression.ts";
import type { Parcel } from "./exchange.ts";
import { json } from "./format.ts";

/** A token is renewed now and then, and formats are few. */
const mostKnown = 16;

/** The headers of requests over one connection. Where they are the same they are the same list, made once. */
export class RequestHeaders {
  readonly #known = new Map<string, HeaderList>();
  readonly #impersonation: HeaderList;
  readonly #userAgent: string;
  readonly #compression: Compression;

  constructor({ impersonation }: Connection, userAgent: string, compression: Compression) {
    this.#impersonation = impersonation;
    this.#userAgent = userAgent;
    this.#compression = compression;
  }

  for({ authorization }: Credential, use: "reading" | "watching", parcel: Parcel): HeaderList {
    const accept = (parcel.method === "GET" ? parcel.accept : undefined) ?? json.accept;
    const encoding = use === "reading" ? this.#compression.accepted() : undefined;
    const key = `${encoding} ${accept}\n${authorization}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const headers = this.#made(accept, encoding, authorization);
    if (this.#known.size === mostKnown) this.#known.clear();
    this.#known.set(key, headers);
    return headers;
  }

  #made(accept: string, encoding: string | undefined, authorization: string | undefined): HeaderList {
    return [
      ["Accept", accept],
      ["User-Agent", this.#userAgent],
      ...(encoding === undefined ? [] : [["Accept-Encoding", encoding] as const]),
      ...this.#impersonation,
      ...(authorization === undefined ? [] : [["Authorization", authorization] as const]),
    ];
  }
}
