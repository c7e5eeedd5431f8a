/** How an error of a driver reaches a person: in an event or a status, with what each controller puts before it. */
export const created = (text: string, code = "Internal") =>
  `failed to provision volume with StorageClass "fast": rpc error: code = ${code} desc = ${text}`;
export const attached = (text: string, code = "Internal") => `rpc error: code = ${code} desc = ${text}`;
export const mounted = (text: string, code = "Internal") =>
  `MountVolume.MountDevice failed for volume "pvc-1" : rpc error: code = ${code} desc = ${text}`;
export const setUp = (text: string) => `MountVolume.SetUp failed for volume "pv-1" : ${text}`;
export const removed = (text: string, code = "Internal") => `rpc error: code = ${code} desc = ${text}`;
export const snapped = (text: string, code = "Internal") =>
  `Failed to check and update snapshot content: failed to take snapshot of the volume vol-1: "rpc error: code = ${code} desc = ${text}"`;
export const resized = (text: string, driver: string, code = "Internal") =>
  `resize volume "pvc-1" by resizer "${driver}" failed: rpc error: code = ${code} desc = ${text}`;
