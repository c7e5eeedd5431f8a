import type { Flag, FlagValues, Listed } from "../../commands/index.ts";
import { fileNames, noOffer, type Offer, offer } from "./candidate.ts";
import { type Asking, objectNames } from "./objects.ts";

/** What could be the value of a flag, of which this much is typed. */
export async function valueOffer(
  flag: Flag,
  typed: string,
  flags: FlagValues,
  asking: Asking,
): Promise<Offer> {
  switch (flag.takes) {
    case "nothing":
      return words(["true", "false"]);
    case "choice":
      return words(flag.values);
    case "number":
      return noOffer;
    case "text":
    case "texts":
      break;
  }
  if ("listed" in flag && flag.listed !== undefined) return nextInList(flag.listed, typed);
  if ("known" in flag && flag.known !== undefined) return words(flag.known);
  switch (flag.completes ?? "nothing") {
    case "nothing":
      return noOffer;
    case "files":
      return fileNames;
    case "namespaces":
      return offer(await objectNames("v1/namespaces", flags, asking));
    case "contexts":
      return words((await asking.kubeconfig(flags)).contexts);
    case "clusters":
      return words((await asking.kubeconfig(flags)).clusters);
    case "users":
      return words((await asking.kubeconfig(flags)).users);
  }
}

/** Behind the last comma any that is not in the list yet. */
function nextInList(listed: readonly Listed[], typed: string): Offer {
  const start = typed.slice(0, typed.lastIndexOf(",") + 1);
  const given = new Set(start.split(","));
  const left = listed.filter(({ value }) => !given.has(value));
  return offer(
    left.map(({ value, about }) => ({ text: `${start}${value}`, about })),
    "none",
  );
}

function words(values: readonly string[]): Offer {
  return offer(values.map((text) => ({ text })));
}
