import assert from "node:assert/strict";
import { test } from "node:test";
import { pageFile, pageRenderers, plainOptions } from "../../src/render/index.ts";
import type { Page } from "../../src/report/index.ts";
import { assertGolden } from "./support/golden.ts";

const finalizer: Page = {
  name: "external-attacher/<driver>",
  kind: "finalizer",
  title: "The volume may still be attached to a node",
  facts: [
    ["On", "persistentvolumes, volumeattachments"],
    [
      "Owner",
      "external-attacher, the sidecar of the driver | one for each driver, so that a cluster may run many of them at once",
    ],
    ["Removing it by hand", "risky"],
  ],
  sections: [
    [
      "Released when",
      "No VolumeAttachment names the volume any more.\nAn attachment that says `attached: false` is not proof.",
    ],
    [
      "What to do",
      "Look at the attachments:\n\n    kubectl get volumeattachments.storage.k8s.io\n    kubectl pvguard why va/NAME\n\nThen see that the node is *really* off.",
    ],
  ],
  sources: [
    "kubernetes-csi/external-attacher pkg/controller/csi_handler.go syncDetach, v4.8",
    "kubernetes-csi/external-attacher#215",
  ],
};

const reason: Page = {
  name: "FinishedPodUsesClaim",
  kind: "reason",
  title: "A finished pod still names the claim",
  facts: [],
  sections: [["What", "A pod that has Succeeded or Failed names the claim."]],
  sources: [],
};

for (const { name, page, list } of pageRenderers) {
  test(`pages as ${name}`, () => {
    assertGolden(
      `page-${name}.golden.txt`,
      `$ kubectl pvguard explain 'external-attacher/<driver>' -o ${name}\n${page(finalizer, plainOptions)}`,
    );
    assertGolden(
      `page-list-${name}.golden.txt`,
      `$ kubectl pvguard explain -o ${name}\n${list([finalizer, reason], plainOptions)}`,
    );
  });
}

test("the file of a page is one name below the folder of its kind", () => {
  assert.equal(pageFile(finalizer), "finalizers/external-attacher___driver_.md");
  assert.equal(pageFile({ ...reason, name: "../../x" }), "reasons/..__..__x.md");
});
