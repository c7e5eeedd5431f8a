import type { RawObject } from "../../model/index.ts";

/**
 * The file for an object: kind, name, uid and version, with nothing in it that means something to a file system. The
 * uid keeps apart what the shortening made equal.
 */
export function fileNameOf({ ref, resourceVersion }: RawObject): string {
  const parts = [plain(ref.kind, 40).toLowerCase(), plain(ref.name, 80), plain(ref.uid, 64)];
  return `${parts.join("-")}-v${plain(resourceVersion, 32)}.json`;
}

function plain(text: string, longest: number): string {
  return text.replaceAll(/[^A-Za-z0-9._-]/g, "_").slice(0, longest);
}
