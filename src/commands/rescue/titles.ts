import type { OutlineStep } from "../../engine/rescue/index.ts";
import { type Act, nameOf, type Phrase, say, words } from "../../model/index.ts";

/** What a step does, or what is waited for, in one line. */
export function titleOf({ stage, on, by, act }: Pick<OutlineStep, "stage" | "on" | "by" | "act">): Phrase {
  const name = nameOf(on);
  switch (stage) {
    case "retain":
      return say`Set ${name} to Retain`;
    case "stop":
      return by === "person" ? say`Stop ${name} yourself` : say`Scale ${name} down${replicasOf(act)}`;
    case "start":
      return say`Scale ${name} up again${replicasOf(act)}`;
    case "delete-pod":
      return say`Delete ${name}`;
    case "pods-gone":
      return by === "person" ? say`Stop ${name} yourself` : say`Wait until ${name} is deleted`;
    case "delete-claim":
      return say`Delete ${name}`;
    case "claim-gone":
    case "volume-gone":
      return say`Wait until ${name} is deleted`;
    case "create-volume":
    case "create-claim":
      return say`Recreate ${name}`;
    case "release-volume":
      return say`Release ${name} for a claim with the same name`;
    case "volume-available":
      return say`Wait until ${name} is Available`;
    case "claim-bound":
      return say`Wait until ${name} is Bound`;
  }
}

function replicasOf(act: Act | undefined): Phrase {
  const edit = act?.do === "edit" ? act.edits.find(({ path }) => path === "/spec/replicas") : undefined;
  if (edit === undefined || edit.op !== "replace") return [];
  return say`, from ${words(String(edit.was))} to ${words(String(edit.value))}`;
}
