import type { Flag, Text, Texts } from "./flag.ts";

export const from: Texts = {
  takes: "texts",
  name: "from",
  elsewhere: ["f", "filename"],
  completes: "files",
  help: "Read files instead of a cluster: the output of 'kubectl get -o yaml' or 'kubectl pvguard snapshot', as a file, a directory, an archive, or - (standard input). This flag can be repeated.",
};

export const at: Text = {
  takes: "text",
  name: "at",
  needs: "from",
  help: "With --from: the time at which the input was collected, in RFC 3339 (e.g. 2026-11-20T10:00:00Z). Ages are counted up to it.",
};

export const maxInput: Text = {
  takes: "text",
  name: "max-input",
  needs: "from",
  default: "2Gi",
  help: "With --from: refuse input that is larger than this (e.g. 512Mi, 4Gi).",
};

export const complete: Texts = {
  takes: "texts",
  name: "complete",
  needs: "from",
  bare: "every kind",
  help: "With --from: the input contains all objects of these types in the cluster (--complete=pvc,pv), or of every type if no value is given. An object of these types that is not in the input is taken as absent.",
};

export const namespaces: Texts = {
  takes: "texts",
  name: "namespaces",
  needs: "from",
  completes: "namespaces",
  help: "With --from: the namespaces that the input contains completely, for the types in it. Separate them by commas, or repeat this flag.",
};

export const inputFlags: readonly Flag[] = [from, at, complete, namespaces, maxInput];
