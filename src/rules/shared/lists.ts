import type { Cluster } from "../../cluster/index.ts";
import { handleKeyIn, wholeQuantity } from "../../controllers/index.ts";
import type { RuleFinding } from "../../define/index.ts";
import type { Disk, Phrase } from "../../kubernetes/index.ts";
import { say } from "../../kubernetes/index.ts";

/** ` (as of disks.json)`: what a list says is as old as the list. */
export function asOf(inventory: string, cluster: Cluster): Phrase {
  const found = cluster.get("pvguard.dev/v1alpha1/diskinventories", inventory);
  const { madeAt, newest } = (found.state === "found" ? found.object.spec : undefined) ?? {};
  if (madeAt !== undefined) return say` (as of ${inventory}, made at ${madeAt})`;
  return newest === undefined
    ? say` (as of ${inventory})`
    : say` (as of ${inventory}, whose newest time is ${newest})`;
}

/** What a listed disk takes up. */
export function sizeOfDisk({ metadata, spec }: Disk): Pick<RuleFinding, "disks"> {
  const bytes = wholeQuantity(spec?.bytes);
  if (bytes === undefined) return {};
  const [handle = metadata.name] = spec?.handles ?? [];
  return { disks: [{ volume: metadata.name, key: handleKeyIn(spec?.driver ?? "", handle), bytes }] };
}
