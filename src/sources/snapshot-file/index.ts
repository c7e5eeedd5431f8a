export type { NotRead, SnapshotHeader } from "./header.ts";
export { isHeader, parseHeader } from "./parse-header.ts";
export type { ReadHead, RecordedHead } from "./read-head.ts";
export { redacted } from "./redact/index.ts";
export { writeSnapshot } from "./write.ts";
