import type { Act, Write } from "../../model/index.ts";

/** What a write is for, without the version of the object that it was made for. */
export function actOf(write: Write): Act {
  switch (write.do) {
    case "replace":
      return { do: "drop-finalizer", on: write.target.ref, finalizer: write.without };
    case "patch":
      return { do: "edit", on: write.target.ref, edits: write.edits };
    case "delete":
      return { do: "delete", on: write.target.ref };
    case "create":
      return { do: "create", on: write.ref, manifest: write.manifest };
  }
}
