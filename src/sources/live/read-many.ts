import { kindOf, pluralOf, type Resource } from "../../model/index.ts";
import { Malformed } from "../protobuf/index.ts";
import { Gathered } from "./gathered.ts";
import { type ListOutcome, readList, type Taken } from "./list.ts";
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

  const read = () =>
    readList(client, address, {
      kind: `${kind}List`,
      chunkSize,
      format: encodings.for(resource),
      // They begin when others have, and most often are the longest list.
      turn: resource === "v1/pods" ? "next" : "last",
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
  const mixed = outcome.moment === "mixed" ? [`the list of ${pluralOf(resource)} is not of one moment`] : [];
  return { read: true, items: gathered.items(), skipped: [...gathered.skipped, ...mixed] };
}

function malformed(problem: unknown): Malformed {
  if (problem instanceof Malformed) return problem;
  throw problem;
}

function isRefused(outcome: ListOutcome): boolean {
  return !outcome.read && outcome.status === notAcceptable;
}
