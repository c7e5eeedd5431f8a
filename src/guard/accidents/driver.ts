import type { Accident } from "../accident.ts";

/** Without the CSIDriver object the attach-detach controller and the kubelets take its defaults for the driver's own. */
export const driver: Accident = {
  name: "driver",
  about: "A CSIDriver is deleted while volumes of that driver exist.",
  short: "A CSIDriver with volumes is deleted",
  operation: "DELETE",
  of: [{ group: "storage.k8s.io", resources: ["csidrivers"], namespaced: false, short: "csidriver" }],
  looks: "at each volume",
  happens: "has(params.spec.csi) && params.spec.csi.driver == oldObject.metadata.name",
  message: '"volume " + params.metadata.name + " needs the CSI driver " + oldObject.metadata.name',
};
