import { kindOf, type ObjectIn, pluralOf, type Resource } from "../../model/index.ts";
import { Malformed } from "../protobuf/index.ts";
import { type ListOutcome, readList } from "./list.ts";
import type { Page } from "./page.ts";
import type { Address } from "./paths.ts";
import type { Read, ReadContext } from "./read-demand.ts";
import type { NotRead } from "./unread.ts";

/** The server cannot write what was accepted. A proxy in between can say so too. */
const notAcceptable = 406;

/** Every object of a list, in protobuf if that can be had. */
export async function readMany(
  resource: Resource,
  apiVersion: string,
  address: Address,
  { client, chunkSize, encodings, progress }: ReadContext,
  onFirstPage: () => void = () => {},
): Promise<Read<Resource> | NotRead> {
  const { kind } = kindOf(resource);
  const implied = { apiVersion, kind };
  let items: ObjectIn<Resource>[] = [];
  let skipped: string[] = [];

  function take(page: Page): void {
    onFirstPage();
    for (const decoded of page.objects(resource, implied)) {
      if (decoded.ok) items.push(decoded.object);
      else skipped.push(`${decoded.name} was passed over: ${decoded.reason}`);
    }
    const { remaining } = page;
    progress?.(resource, items.length, remaining === undefined ? undefined : items.length + remaining);
  }

  function restart(): void {
    items = [];
    skipped = [];
  }

  const read = () =>
    readList(client, address, {
      kind: `${kind}List`,
      chunkSize,
      format: encodings.for(resource),
      take,
      restart,
    });

  let outcome = await read().catch(malformed);
  if (outcome instanceof Malformed || isRefused(outcome)) {
    encodings.distrust(resource);
    restart();
    outcome = await read();
  }
  if (!outcome.read) return outcome;
  if (outcome.moment === "mixed") skipped.push(`the list of ${pluralOf(resource)} is not of one moment`);
  return { read: true, items, skipped };
}

function malformed(problem: unknown): Malformed {
  if (problem instanceof Malformed) return problem;
  throw problem;
}

function isRefused(outcome: ListOutcome): boolean {
  return !outcome.read && outcome.status === notAcceptable;
}
