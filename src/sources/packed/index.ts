export { PackedItems } from "./store.ts";
