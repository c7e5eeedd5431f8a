import type { Flag, FlagValues } from "../../commands/index.ts";
import { noOffer, type Offer, offer } from "./candidate.ts";
import { type Asking, objectNames } from "./objects.ts";

const fileNames: Offer = { candidates: [], space: "after", files: "offered" };

/** What could be the value of a flag. */
export async function valueOffer(flag: Flag, flags: FlagValues, asking: Asking): Promise<Offer> {
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

function words(values: readonly string[]): Offer {
  return offer(values.map((text) => ({ text })));
}
