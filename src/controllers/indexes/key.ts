export { keyOf } from "../../model/index.ts";
