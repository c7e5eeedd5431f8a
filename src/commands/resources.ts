import { diskKinds, type Resource } from "../model/index.ts";

/** The kinds that fix may be asked about. */
export const fixable: readonly Resource[] = [...diskKinds, "v1/pods", "v1/namespaces"];

/** The kinds that can be asked about. */
export const askable: readonly Resource[] = [
  ...diskKinds,
  "v1/pods",
  "v1/namespaces",
  "storage.k8s.io/v1/volumeattributesclasses",
];
