export {
  isHeader,
  type NotRead,
  parseHeader,
  type ReadHead,
  type RecordedHead,
  type SnapshotHeader,
} from "./header.ts";
export { redacted } from "./redact.ts";
export { masked, writeSnapshot } from "./write.ts";
