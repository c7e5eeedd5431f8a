import { test } from "node:test";
import { neverDestroyed } from "../changes/rescue/never-destroyed.ts";

test("once a rescue has written Retain, no order of the controllers destroys the disk (2,000 generated)", () => {
  neverDestroyed(2000);
});
