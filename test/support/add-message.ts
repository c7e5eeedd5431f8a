import { Messages } from "../../src/object-store/protobuf/messages.ts";

/** One message to a list that is packed, or kept as it came. */
export function addMessage(
  items: { addAll(messages: Messages): readonly Buffer[] },
  message: Buffer,
): "taken" | "incomplete" {
  return items.addAll(Messages.of(message)).length === 0 ? "taken" : "incomplete";
}
