import type { Resource } from "../../kubernetes/index.ts";
import type { Source } from "../sources/source.ts";
import { insteadOfClaim } from "./instead-of-claim.ts";
import { insteadOfClass, insteadOfNode } from "./instead-of-name.ts";
import type { Looked, Missing } from "./stand-in.ts";

/** Looks for what should have created an object that does not exist, or still names it. */
export async function standInFor(resource: Resource, missing: Missing, source: Source): Promise<Looked> {
  switch (resource) {
    case "v1/persistentvolumeclaims":
      return await insteadOfClaim(missing, source);
    case "v1/nodes":
      return await insteadOfNode(missing, source);
    case "storage.k8s.io/v1/storageclasses":
      return await insteadOfClass(missing, source);
    default:
      return {};
  }
}
