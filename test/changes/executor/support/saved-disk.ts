import type { Act } from "../../../../src/report/index.ts";
import { volume } from "./objects.ts";
import { raw } from "./plans.ts";

export const volumes = "v1/persistentvolumes";
export const on = { apiVersion: "v1", kind: "PersistentVolume", name: "disk", uid: "u1" };
export const drop: Act = { do: "drop-finalizer", on, finalizer: "example.com/a" };

export const disk = raw({
  ...volume(["example.com/a"]),
  metadata: { ...(volume(["example.com/a"]).metadata as object), resourceVersion: "7" },
});
