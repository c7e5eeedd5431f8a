import { kindOf, pluralOf, type Resource } from "../../model/index.ts";
import { inEitherEncoding } from "./either-encoding.ts";
import { Gathered } from "./gathered.ts";
import { readList, type Taken } from "./list.ts";
import type { Page } from "./page.ts";
import type { Address } from "./paths.ts";
import type { Read, ReadContext } from "./read-context.ts";
import type { NotRead } from "./unread.ts";

/** Every object of a list, in protobuf if that can be had. */
export async function readMany(
  resource: Resource,
  apiVersion: string,
  address: Address,
  { client, chunkSize, encodings, keeping, progress }: ReadContext,
  onFirstPage: () => void = () => {},
): Promise<Read<Resource> | NotRead> {
  const { kind } = kindOf(resource);
  const implied = { apiVersion, kind };
  let gathered = new Gathered(resource, implied, keeping);

  function take(page: Page): Taken {
    onFirstPage();
    const taken = gathered.take(page);
    const { remaining } = page;
    progress?.(resource, gathered.length, remaining === undefined ? undefined : gathered.length + remaining);
    return taken;
  }

  function restart(): void {
    gathered = new Gathered(resource, implied, keeping);
  }

  const read = () => {
    restart();
    return readList(client, address, {
      kind: `${kind}List`,
      chunkSize,
      format: encodings.for(resource),
      // They begin when others have, and most often are the longest list.
      turn: resource === "v1/pods" ? "next" : "last",
      take,
      restart,
    });
  };

  const outcome = await inEitherEncoding(resource, encodings, read);
  if (!outcome.read) return outcome;
  const mixed = outcome.moment === "mixed" ? [`the list of ${pluralOf(resource)} is not of one moment`] : [];
  return { read: true, items: gathered.items(), skipped: [...gathered.skipped, ...mixed] };
}
