import { annotationOf, type PersistentVolume } from "../../model/index.ts";
import { boundByController } from "../annotation-names.ts";

/**
 * What is cleared when a volume is set free with its data on it. `whole`: any claim may take it. `uid`: it stays
 * reserved for a claim of that namespace and name, because a person had reserved it.
 * kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go unbindVolume, 1.36.
 */
export function unbindVolume(volume: PersistentVolume): "whole" | "uid" {
  return annotationOf(volume, boundByController) === undefined ? "uid" : "whole";
}
