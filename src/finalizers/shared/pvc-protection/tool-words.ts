import type { ToolCustody } from "../../../controllers/index.ts";
import { applierOf } from "../../../controllers/index.ts";
import type { PersistentVolumeClaim, Phrase } from "../../../kubernetes/index.ts";
import { say } from "../../../kubernetes/index.ts";

/** The tool that manages the claim is told to keep it, so that it did not delete the claim; it may well create it again. */
export function keptByTool(
  claim: PersistentVolumeClaim,
  { tool, mark }: Extract<ToolCustody, { readonly may: "keep it" }>,
): Phrase {
  const applier = applierOf(claim);
  const again =
    applier === undefined
      ? []
      : say`; after that, ${applier} creates a new claim of this name, without the data, if Git still has it`;
  return say`; ${tool} manages the claim but is told to keep it (${mark}), so most likely something else deleted it${again}`;
}
