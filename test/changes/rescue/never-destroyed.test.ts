import { test } from "node:test";
import { neverDestroyed } from "./never-destroyed.ts";

test("once a rescue has written Retain, no order of the controllers destroys the disk (60 generated)", () => {
  neverDestroyed(60);
});
