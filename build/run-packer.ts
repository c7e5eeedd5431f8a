import { makePacker } from "./packer.ts";

await makePacker();
