import assert from "node:assert/strict";
import test from "node:test";
import { podUsesClaimForDeletion } from "../../../src/controllers/index.ts";
import { ownedBy, statefulSet } from "../../support/objects.ts";
import { ownRows, scratchUser } from "./own-rows.ts";
import { dying, runTable } from "./rows.ts";

runTable("pvc-protection: what the upstream table does not say", ownRows);

test("a claim of a StatefulSet does not count as an ephemeral volume of a pod with the same owner name", () => {
  const owned = dying({
    name: "web-0-scratch",
    ownerReferences: [ownedBy(statefulSet({ name: "web-0" }), { uid: "s" })],
  });
  assert.equal(podUsesClaimForDeletion(scratchUser, owned), false);
});
