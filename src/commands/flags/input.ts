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

export const inputFlags: readonly Flag[] = [from, at, maxInput];
