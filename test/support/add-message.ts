/** One message to a list that is packed, or kept as it came. */
export function addMessage(
  items: { addAll(messages: readonly Buffer[]): readonly Buffer[] },
  message: Buffer,
): "taken" | "incomplete" {
  return items.addAll([message]).length === 0 ? "taken" : "incomplete";
}
