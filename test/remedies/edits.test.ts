import assert from "node:assert/strict";
import { test } from "node:test";
import { pointerPart } from "../../src/kubernetes/index.ts";
import { annotationEdit, annotationRemovals } from "../../src/remedies/shared/acts.ts";
import { claim } from "../support/objects.ts";

test("a name in a JSON pointer: the tilde first, then the slash", () => {
  assert.equal(pointerPart("a~b/c~1d"), "a~0b~1c~01d");
});

test("an annotation with such a name is set and taken off at its place", () => {
  const path = "/metadata/annotations/x~1y~0z";
  const annotated = claim({ annotations: { "x/y~z": "1" } });
  assert.deepEqual(annotationEdit(annotated, "x/y~z", "2"), { op: "replace", path, value: "2", was: "1" });
  assert.deepEqual(annotationRemovals(annotated, ["x/y~z", "none"]), [{ op: "remove", path, was: "1" }]);
});
