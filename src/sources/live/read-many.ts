import { kindOf, pluralOf, type Resource } from "../../model/index.ts";
import { inEitherEncoding } from "./either-encoding.ts";
import { Gathered } from "./gathered.ts";
import { readList } from "./list.ts";
import type { Page } from "./page.ts";
import type { Address } from "./paths.ts";
import type { Read, ReadContext } from "./read-context.ts";
import type { NotRead } from "./unread.ts";

/** They begin when others have, and most often are the longest list. */
const longest: Resource = "v1/pods";

/** Every object of a list, in protobuf if that can be had. */
export async function readMany(
  resource: Resource,
  apiVersion: string,
  address: Address,
  context: ReadContext,
  onFirstPage: () => void = () => {},
): Promise<Read<Resource> | NotRead> {
  const { encodings } = context;
  const outcome = await inEitherEncoding(resource, encodings, () =>
    readIn(resource, apiVersion, address, context, onFirstPage),
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
  resource: Resource,
  apiVersion: string,
  address: Address,
  { client, chunkSize, encodings, progress }: ReadContext,
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
