import type { IncomingHttpHeaders } from "node:http";
import type { Given } from "./requests.ts";

export interface Stored {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly uid: string;
    readonly resourceVersion: string;
    readonly deletionTimestamp?: string;
    readonly deletionGracePeriodSeconds?: number;
    readonly creationTimestamp?: string;
    readonly finalizers?: readonly string[];
    readonly labels?: Readonly<Record<string, string>>;
    readonly [field: string]: unknown;
  };
  readonly status?: { readonly phase?: string };
  readonly [field: string]: unknown;
}

export interface Cause {
  readonly reason?: string;
  readonly message?: string;
  readonly field?: string;
}

/** A Status, as far as the tests look at it. */
interface Status {
  readonly message?: string;
  readonly reason?: string;
  readonly details?: { readonly name?: string; readonly kind?: string; readonly causes?: readonly Cause[] };
  readonly metadata?: { readonly continue?: string };
}

export interface List {
  readonly kind: string;
  readonly metadata: {
    readonly resourceVersion: string;
    readonly continue?: string;
    readonly remainingItemCount?: number;
  };
  readonly items: readonly Stored[];
}

export class Answer {
  readonly code: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  constructor({ code, headers, text }: Given) {
    this.code = code;
    this.headers = headers;
    this.text = text;
  }

  get object(): Stored {
    if (this.code >= 300) throw new Error(`no object: ${this.code} ${this.text.slice(0, 1000)}`);
    return this.json() as Stored;
  }

  get list(): List {
    if (this.code >= 300) throw new Error(`no list: ${this.code} ${this.text.slice(0, 1000)}`);
    return this.json() as List;
  }

  get status(): Status {
    return this.json() as Status;
  }

  json(): unknown {
    return JSON.parse(this.text);
  }
}
