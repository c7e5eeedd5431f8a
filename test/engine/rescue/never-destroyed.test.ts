import { test } from "node:test";
import { neverDestroyed } from "./never-destroyed.ts";

test("once a rescue has written Retain, no order of the controllers destroys the disk (150 generated)", () => {
  neverDestroyed(150);
});
