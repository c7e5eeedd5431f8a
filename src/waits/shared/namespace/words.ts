import type { FoundHold } from "../../../engine/index.ts";
import { say } from "../../../model/index.ts";
import type { NamespaceReason } from "./reasons.ts";

export type Found = FoundHold<NamespaceReason | "CouldNotRead">;

export const avoid = [
  {
    step: say`emptying spec.finalizers through the namespace's finalize subresource`,
    because: say`what is left stays in etcd without a namespace, and comes back when one of that name is created`,
  },
];
