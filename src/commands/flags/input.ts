import type { Flag, Text, Texts } from "./flag.ts";

export const from: Texts = {
  takes: "texts",
  name: "from",
  elsewhere: ["f", "filename"],
  completes: "files",
  help: "Read a file, a directory, an archive or - (standard input) instead of a cluster: the output of 'kubectl get -o yaml' or 'kubectl pvguard snapshot'. Can be repeated.",
};

export const at: Text = {
  takes: "text",
  name: "at",
  needs: "from",
  help: "With --from: the moment for which the input stands, in RFC 3339 (e.g. 2026-11-20T10:00:00Z). Ages are counted from it.",
};

export const maxInput: Text = {
  takes: "text",
  name: "max-input",
  needs: "from",
  default: "2Gi",
  help: "With --from: refuse input that is larger than this (e.g. 512Mi, 4Gi)",
};

export const complete: Texts = {
  takes: "texts",
  name: "complete",
  needs: "from",
  bare: "every kind",
  help: "With --from: the input holds all objects of the cluster of these types (--complete=pvc,pv), or without a value of every type; what is not in it does not exist.",
};

export const namespaces: Texts = {
  takes: "texts",
  name: "namespaces",
  needs: "from",
  completes: "namespaces",
  help: "With --from: the namespaces that the input shows whole, of the types that are in it. Can be repeated, or a list separated by commas.",
};

export const inputFlags: readonly Flag[] = [from, at, complete, namespaces, maxInput];
