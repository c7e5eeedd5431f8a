import type { Answer } from "../../connection/http/answer.ts";
import type { Client } from "../../connection/http/client.ts";
import { AccessError } from "../../connection/kubeconfig/index.ts";
import { words } from "../../model/index.ts";
import { isRecord, own } from "../decode/index.ts";
import type { Address } from "./paths.ts";
import { type NotRead, notRead } from "./unread.ts";

export interface ListOptions {
  /** `PodList`. */
  readonly kind: string;
  /** Objects in one answer; 0 for all of them. */
  readonly chunkSize: number;
  /** Receives each page. `expected` is how many more the server says there are. */
  take(items: readonly unknown[], expected: number | undefined): void;
  /** What was taken is void: the list begins again. */
  restart(): void;
}

/** `mixed`: the objects are not all of one revision, because the list took longer than the server keeps old ones. */
export type ListOutcome = { readonly read: true; readonly moment: "one" | "mixed" } | NotRead;

interface Page {
  readonly items: readonly unknown[];
  readonly token: string | undefined;
  readonly remaining: number | undefined;
}

const emptyPagesInARow = 100;

/**
 * Reads a list page by page, at the newest revision. When the server has forgotten the revision of the first page, the
 * list is read once more in larger pages; if that happens again, it is continued at a newer revision.
 * Compare kubernetes/client-go tools/pager/pager.go `ListPager.list` (v1.36).
 */
export async function readList(client: Client, address: Address, options: ListOptions): Promise<ListOutcome> {
  const first = await readPages(client, address, options, "stop");
  if (first !== "expired") return first;
  options.restart();
  const larger = { ...options, chunkSize: options.chunkSize * 10 };
  const second = await readPages(client, address, larger, "follow");
  if (second !== "expired") return second;
  return { read: false, reason: "Unavailable", detail: "the server forgets the list while it is being read" };
}

async function readPages(
  client: Client,
  { path, query }: Address,
  { kind, chunkSize, take }: ListOptions,
  whenExpired: "stop" | "follow",
): Promise<ListOutcome | "expired"> {
  const ask = (token: string | undefined) =>
    client.get(path, { ...query, limit: chunkSize === 0 ? undefined : chunkSize, continue: token });
  const tokens = new Set<string>();
  let moment: "one" | "mixed" = "one";
  let empty = 0;
  let next = ask(undefined);
  for (;;) {
    const answer = await next;
    if (answer.status === 410) {
      const token = answer.failure?.continue;
      if (whenExpired === "stop" || token === undefined) return "expired";
      moment = "mixed";
      next = ask(once(token, tokens));
      continue;
    }
    if (answer.status !== 200) return notRead(answer);
    const page = pageIn(answer, kind);
    empty = page.items.length === 0 ? empty + 1 : 0;
    if (empty > emptyPagesInARow) throw untrustworthy("the server's list goes on without objects");
    if (page.token !== undefined) {
      // The server works on the next page while this one is decoded.
      next = ask(once(page.token, tokens));
      next.catch(() => {});
    }
    take(page.items, page.remaining);
    if (page.token === undefined) return { read: true, moment };
  }
}

function once(token: string, tokens: Set<string>): string {
  if (tokens.has(token)) throw untrustworthy("the server repeats its continue token");
  tokens.add(token);
  return token;
}

function pageIn({ body }: Answer, kind: string): Page {
  if (!isRecord(body) || own(body, "kind") !== kind)
    throw untrustworthy("the server's answer is not the list that was asked for");
  const items = own(body, "items");
  if (items !== null && !Array.isArray(items)) throw untrustworthy("the server's list has no items");
  const metadata = own(body, "metadata");
  const token = isRecord(metadata) ? own(metadata, "continue") : undefined;
  const remaining = isRecord(metadata) ? own(metadata, "remainingItemCount") : undefined;
  return {
    items: items ?? [],
    token: typeof token === "string" && token !== "" ? token : undefined,
    remaining: typeof remaining === "number" ? remaining : undefined,
  };
}

function untrustworthy(what: string): AccessError {
  return new AccessError("protocol", words(what));
}
