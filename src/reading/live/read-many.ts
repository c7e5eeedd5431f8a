import type { Answer } from "../../connection/http/answer.ts";
import type { Client } from "../../connection/http/client.ts";
import type { Format } from "../../connection/http/json-body.ts";
import type { Turn } from "../../connection/http/limiter.ts";
import type { Resource } from "../../kubernetes/index.ts";
import { kindOf, pluralOf } from "../../kubernetes/index.ts";
import type { Draft } from "../../object-store/index.ts";
import { inEitherEncoding } from "./encodings.ts";
import type { Page } from "./page.ts";
import { Gathered, pageIn, untrustworthy } from "./page.ts";
import { beginOfList } from "./page-taker.ts";
import type { Address } from "./paths.ts";
import type { Read, ReadContext } from "./read-context.ts";
import type { NotRead } from "./unread.ts";
import { notRead } from "./unread.ts";

/** They begin when others have, and most often are the longest list. */
const longest: Resource = "v1/pods";

/** A list, and where it is. */
interface ListAt {
  readonly resource: Resource;
  readonly apiVersion: string;
  readonly address: Address;
}

/** Every object of a list, in protobuf if that can be had. */
export async function readMany(
  list: ListAt,
  context: ReadContext,
  onFirstPage: () => void = () => {},
): Promise<Read<Resource> | NotRead> {
  const { resource } = list;
  const outcome = await inEitherEncoding(resource, context.encodings, () =>
    readIn(list, context, onFirstPage),
  );
  if (!outcome.read) return outcome;
  const { items, skipped, moment } = outcome;
  const mixed =
    moment === "mixed"
      ? [`the pages of the list of ${pluralOf(resource)} were read at different resource versions`]
      : [];
  return { read: true, items, skipped: [...skipped, ...mixed] };
}

/** A list as it was read, which may be of two moments. */
interface Listed extends Read<Resource> {
  readonly moment: "one" | "mixed";
}

async function readIn(
  { resource, apiVersion, address }: ListAt,
  { client, chunkSize, pages = "all", encodings, progress }: ReadContext,
  onFirstPage: () => void,
): Promise<Listed | NotRead> {
  const { kind } = kindOf(resource);
  const implied = { apiVersion, kind };
  let gathered = new Gathered(resource, implied);

  function take(page: Page): void {
    onFirstPage();
    gathered.take(page);
    const { remaining } = page;
    progress?.(resource, gathered.length, remaining === undefined ? undefined : gathered.length + remaining);
  }

  const outcome = await readList(client, address, {
    kind: `${kind}List`,
    chunkSize,
    pages,
    format: encodings.for(resource),
    turn: resource === longest ? "next" : "last",
    draft: () => gathered.draft(client.line.limits.object),
    take,
    restart() {
      gathered = new Gathered(resource, implied);
    },
  });
  if (!outcome.read) return outcome;
  return { read: true, items: gathered.items(), skipped: gathered.skipped, moment: outcome.moment };
}

interface ListOptions {
  /** `PodList`. */
  readonly kind: string;
  /** Objects in one answer; 0 for all of them. */
  readonly chunkSize: number;
  readonly pages: "first" | "all";
  readonly format: Format;
  /** Of the first page. The others go before what has not begun: each can only be asked for when the one before it came. */
  readonly turn: Turn;
  /** Where the objects of a page can be packed while it comes; `undefined` if they are not to be packed. */
  draft(): Draft | undefined;
  take(page: Page): void;
  /** What was taken is void: the list begins again. */
  restart(): void;
}

/** `mixed`: the objects are not all of one revision, because the list took longer than the server keeps old ones. */
type ListOutcome = { readonly read: true; readonly moment: "one" | "mixed" } | NotRead;

/** A page that is on its way. */
interface Asked {
  readonly token: string | undefined;
  readonly answer: Promise<Answer>;
  /** Where the list goes on, if the page says so before it is here as a whole; otherwise never. */
  readonly goesOnAt: Promise<string>;
}

const emptyPagesInARow = 100;

/**
 * Reads a list page by page, at the newest revision. When the server has forgotten the revision of the first page, the
 * list is read once more in larger pages; if that happens again, it is continued at a newer revision.
 * Compare kubernetes/client-go tools/pager/pager.go `ListPager.list` (v1.36).
 */
async function readList(client: Client, address: Address, options: ListOptions): Promise<ListOutcome> {
  const first = await readPages(client, address, options, "stop");
  if (first !== "expired") return first;
  options.restart();
  const larger = { ...options, chunkSize: options.chunkSize * 10 };
  const second = await readPages(client, address, larger, "follow");
  if (second !== "expired") return second;
  return {
    read: false,
    reason: "Unavailable",
    detail: "the server expired the list while pvguard was reading it",
  };
}

async function readPages(
  client: Client,
  { path, query }: Address,
  { kind, chunkSize, pages, format, turn, draft, take }: ListOptions,
  whenExpired: "stop" | "follow",
): Promise<ListOutcome | "expired"> {
  const ask = (token: string | undefined): Asked => {
    const limit = chunkSize === 0 ? undefined : chunkSize;
    const begin = beginOfList({ kind, draft });
    const page = { ...query, limit, continue: token };
    const answer = client.get(path, page, {
      format,
      begin: begin.reader,
      turn: token === undefined ? turn : "next",
    });
    // Waited for in its turn.
    answer.catch(() => {});
    return { token, answer, goesOnAt: begin.token };
  };
  const tokens = new Set<string>();
  let moment: "one" | "mixed" = "one";
  let empty = 0;
  let next = ask(undefined);
  for (;;) {
    let early: Asked | undefined;
    const { answer: coming, goesOnAt } = next;
    // The server works on the next page while this one is still on its way.
    goesOnAt.then((token) => {
      early ??= pages === "first" || tokens.has(token) ? undefined : ask(token);
    });
    const answer = await coming;
    if (answer.status === 410) {
      const token = answer.failure?.continue;
      if (whenExpired === "stop" || token === undefined) return "expired";
      moment = "mixed";
      next = ask(once(token, tokens));
      continue;
    }
    if (answer.status !== 200) return notRead(answer);
    const page = pageIn(answer.body, kind);
    empty = page.isEmpty ? empty + 1 : 0;
    if (empty > emptyPagesInARow) throw untrustworthy("the server's list continues without objects");
    if (page.token !== undefined && pages === "first")
      return { read: false, reason: "Unavailable", detail: "only the first page of the list was asked for" };
    const { remaining = 0 } = page;
    if (page.token === undefined && remaining > 0)
      return {
        read: false,
        reason: "Unavailable",
        detail: `the server left out ${remaining} more objects, and does not say where the list continues`,
      };
    if (page.token !== undefined) {
      const token = once(page.token, tokens);
      // A page that had to be asked for twice can go on elsewhere than it did at first.
      next = early?.token === token ? early : ask(token);
    }
    take(page);
    if (page.token === undefined) return { read: true, moment };
  }
}

function once(token: string, tokens: Set<string>): string {
  if (tokens.has(token)) throw untrustworthy("the server repeats its continue token");
  tokens.add(token);
  return token;
}
