export { UnpackedItems } from "./items.ts";
