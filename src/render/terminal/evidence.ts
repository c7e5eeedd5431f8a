import { type Evidence, nameOf, type ObjectRef, say, words } from "../../model/index.ts";
import { type Block, paragraph, styled, type Text } from "../doc.ts";
import type { RenderOptions } from "../renderer.ts";

/** What was read, where, and what it says of the hold. */
export function evidenceBlocks(evidence: readonly Evidence[]): readonly Block[] {
  return evidence.map(({ about, path, observed, verdict }) =>
    paragraph(
      styled(
        "aside",
        say`${words(verdict)}: ${nameOf(about)}: ${path}: ${observed === null ? "<none>" : String(observed)}`,
      ),
      2,
    ),
  );
}

/** Behind a name, for those who asked for more. */
export function uidOf(ref: ObjectRef, options: RenderOptions): Text {
  return options.wide && ref.uid !== undefined ? styled("aside", say` uid ${ref.uid}`) : [];
}
