import { fileBackends } from "../src/backends/index.ts";

/** The page of all storage backends whose own tools print lists of disks. */
export function backendsPage(): string {
  const commands = fileBackends.map(
    ({ name, drivers, serves, command }) =>
      `| ${name} | ${drivers.map(code).join(", ")}${serves === undefined ? "" : " with any prefix"} | ${code(command)} |`,
  );
  const known = fileBackends.map(({ name, mark, limits }) => `| ${name} | ${mark} | ${limits} |`);
  const used = fileBackends.map(({ name, removal, reuse }) => `| ${name} | ${removal} | ${reuse} |`);
  return [
    "# Lists of disks",
    "",
    "`kubectl pvguard audit --disks FILE` compares the volumes of a cluster with the disks that a storage backend lists. Run the",
    "command of the backend, save what it prints as a file, and give that file. It is recognised by its content. You can give",
    "several files.",
    "",
    "Do not filter the list. The tools print a filtered list like a whole one. pvguard calls a disk missing only if the list has most",
    "of the other disks of the cluster in the same place. It calls a disk leaked only if it is marked as of this cluster.",
    "",
    ...table("backend | CSI driver | command", commands),
    "",
    "## What a list says",
    "",
    "A disk without a volume is leaked, or it belongs to another cluster. The disk itself must say which:",
    "",
    ...table("backend | how a disk says which cluster it belongs to | limits", known),
    "",
    "## What to do with a disk that has no volume",
    "",
    "Look at its data first. Create a PersistentVolume with policy Retain, with this in its `csi` source. For a leaked disk,",
    "`audit --disks FILE -o wide` prints the whole manifest. Deleting a disk deletes its data.",
    "",
    ...table("backend | to delete it | to use it again", used),
    "",
  ].join("\n");
}

function table(head: string, rows: readonly string[]): readonly string[] {
  return [`| ${head} |`, head.replaceAll(/[^|]+/g, "---").replace(/^/, "|").replace(/$/, "|"), ...rows];
}

function code(text: string): string {
  return `\`${text}\``;
}
