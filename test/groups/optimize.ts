/**
 * Most of what tests run is not run often enough to pay for being optimized. Waiting longer with that is a tenth of the
 * time. Only V8 of Node.js 20 knows this flag; later ones ignore it here.
 */
import { setFlagsFromString } from "node:v8";

setFlagsFromString("--interrupt-budget=400000");
