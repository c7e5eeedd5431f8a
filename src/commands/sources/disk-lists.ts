import type { Inventory } from "../../backends/index.ts";
import { fileBackends, inventoryOfFile } from "../../backends/index.ts";
import { instant, join, say, words } from "../../kubernetes/index.ts";
import { Failure } from "../failure.ts";
import type { FlagValues, Text, Texts } from "../flags/index.ts";
import { text, texts } from "../flags/index.ts";
import type { Surroundings } from "../surroundings.ts";

export const disks: Texts = texts(
  "disks",
  "Compare with the disks that a storage backend lists in this file. Lists that backends keep in the cluster are read too; cluster reads only these",
  { completes: "files", known: ["cluster"] },
);

export const disksAt: Text = text(
  "disks-at",
  "When the files of --disks were made, in RFC 3339 (2026-11-20T10:00:00Z). Without it, the newest time in each counts",
  { needs: "disks" },
);

/** What says which lists are compared with, and how old they are. */
export const ofDisks: readonly (Text | Texts)[] = [disks, disksAt];

export const price: Text = text(
  "price",
  "What a GiB of the listed disks costs a month (0.08): each leaked disk is told with its cost",
  { needs: "disks" },
);

/** No file, but only what the cluster itself has. */
const ofCluster = "cluster";

/** What the files say, each of a backend that its content names; `undefined` unless disks are to be compared at all. */
export async function disksIn(
  flags: FlagValues,
  { readFile }: Pick<Surroundings, "readFile">,
): Promise<readonly Inventory[] | undefined> {
  const files = flags.texts(disks);
  if (files.length === 0) return undefined;
  const at = flags.text(disksAt) ?? "";
  if (at !== "" && instant(at) === undefined)
    throw new Failure("usage", say`error: --disks-at must be a time in RFC 3339, not "${at}"`);
  const cost = flags.text(price) ?? "";
  if (cost !== "" && !/^\d{1,6}(?:\.\d{1,6})?$/.test(cost))
    throw new Failure("usage", say`error: --price must be a number such as 0.08, not "${cost}"`);
  const given = { madeAt: at === "" ? undefined : at, price: cost === "" ? undefined : cost };
  const read = files.filter((file) => file !== ofCluster).map((file) => listIn(file, given, readFile));
  return inOrder(await Promise.all(read));
}

/** The older ones first: of a disk that is in several lists, the last one counts, and it can be attached since. */
function inOrder(lists: readonly Inventory[]): readonly Inventory[] {
  const newest = ({ inventory }: Inventory) => instant(inventory.spec?.newest) ?? 0;
  return [...lists].sort((one, other) => newest(one) - newest(other));
}

/** What a person says of the files. */
interface Given {
  readonly madeAt: string | undefined;
  readonly price: string | undefined;
}

async function listIn(file: string, given: Given, readFile: Surroundings["readFile"]): Promise<Inventory> {
  if (file === "") throw new Failure("usage", words("error: --disks is empty: it needs a file, or cluster"));
  const { documentIn } = await import("../../reading/files/index.ts");
  const document = documentIn(await readFile(file), file);
  const backend = fileBackends.find((each) => each.recognises(document));
  if (backend !== undefined) return inventoryOfFile(backend, document, { name: file, ...given });
  if (Array.isArray(document) && document.length === 0)
    throw new Failure(
      "usage",
      say`error: ${file} is an empty list: it does not say of which storage backend`,
    );
  const known = fileBackends.map(({ name, command }) => say`\n\t${words(command)} (${words(name)})`);
  throw new Failure(
    "usage",
    say`error: ${file} is no list of disks that pvguard knows. It knows what these commands print:${join(known, "")}`,
  );
}
