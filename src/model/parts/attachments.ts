import type { Part } from "../part.ts";

export const attachmentsWithoutNode: Part = {
  name: "attachments that name no node",
  on: ["storage.k8s.io/v1/volumeattachments"],
  any: [{ path: ["spec", "nodeName"], is: "absent" }],
};
