import fc from "fast-check";
import type { KubeObject } from "../../../src/kubernetes/index.ts";
import { attachment } from "../objects.ts";
import { attacherFinalizer, deletion, driver, facts, moments, mostly, one } from "./common.ts";
import { nameOfVolume } from "./names.ts";

/** Where the volume of a disk is attached. */
export const attachments = fc.array(
  fc.record({
    node: mostly("n1", "n2", "gone"),
    attached: mostly(true, false),
    deletion,
    keeps: mostly("attacher", "nothing", "unknown"),
    error: mostly("none", "detach busy", "detach gone", "detach node", "attach refused"),
    created: one(moments.long, moments.yesterday),
  }),
  { maxLength: 2 },
);
export type AttachmentFacts = typeof attachments extends fc.Arbitrary<readonly (infer T)[]> ? T : never;

const keepers = { attacher: [attacherFinalizer], nothing: [], unknown: ["example.com/keep"] } as const;

export function attachmentObject(of: AttachmentFacts, at: number, place: number): KubeObject {
  return attachment(
    facts({
      name: `csi-${at}${place}`,
      attacher: driver,
      nodeName: of.node,
      volume: nameOfVolume(at),
      attached: of.attached,
      finalizers: keepers[of.keeps],
      creationTimestamp: of.created,
      deletionTimestamp: of.deletion,
      status: errorOf(of, at),
    }),
  );
}

function errorOf({ error }: AttachmentFacts, at: number): object {
  const time = moments.today;
  switch (error) {
    case "none":
      return {};
    case "detach busy":
      return { detachError: { message: "rpc error: code = Internal desc = volume is in use", time } };
    case "detach gone":
      return {
        detachError: {
          message: `rpc error: code = NotFound desc = volume vol-0aa${at} does not exist`,
          time,
        },
      };
    case "detach node":
      return { detachError: { message: 'rpc error: code = NotFound desc = node "i-1" not found', time } };
    case "attach refused":
      return { attachError: { message: "rpc error: code = PermissionDenied desc = not authorized", time } };
  }
}
