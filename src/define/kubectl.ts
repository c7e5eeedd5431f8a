import type { ObjectRef } from "../kubernetes/index.ts";
import { groupOf, kindNamed, pluralOf } from "../kubernetes/index.ts";
import type { CommandLine } from "../report/index.ts";

type Insert = string | number | readonly string[] | ObjectRef;

/**
 * kubectl`patch ${object} -p ${patch}`: what is inserted stays whole, a list is one argument after the other, and an object
 * is what kubectl finds it by.
 */
export function kubectl(template: TemplateStringsArray, ...inserts: readonly Insert[]): CommandLine {
  const argv = ["kubectl", ""];
  const append = ([first = "", ...others]: readonly string[]) =>
    argv.push(`${argv.pop() ?? ""}${first}`, ...others);
  template.forEach((text, at) => {
    append(text.split(" "));
    append(argumentsOf(inserts[at] ?? ""));
  });
  return { argv };
}

function argumentsOf(insert: Insert): readonly string[] {
  if (typeof insert !== "object") return [String(insert)];
  return "kind" in insert ? kubectlTarget(insert) : insert;
}

/**
 * The arguments with which kubectl finds one object. Kinds outside the core group are named with their group: Longhorn,
 * for one, has a `volumeattachments` of its own.
 */
function kubectlTarget(ref: ObjectRef): readonly string[] {
  return [kubectlResource(ref), ref.name, ...(ref.namespace === undefined ? [] : ["-n", ref.namespace])];
}

/** Where the manifest of an object is saved: no two objects have the same file, also when they have the same name. */
export function manifestFile(ref: ObjectRef): string {
  const kind = kindNamed(ref.apiVersion, ref.kind)?.singular ?? ref.kind.toLowerCase();
  return `${[kind, ...(ref.namespace === undefined ? [] : [ref.namespace]), ref.name].join("-")}.yaml`;
}

/** Saves the manifest of an object. */
export function savingManifest(ref: ObjectRef): CommandLine {
  return { ...kubectl`get ${ref} -o yaml`, into: manifestFile(ref) };
}

function kubectlResource(ref: ObjectRef): string {
  const group = groupOf(ref.apiVersion);
  const kind = kindNamed(ref.apiVersion, ref.kind);
  if (group === "") return kind?.singular ?? ref.kind.toLowerCase();
  return kind === undefined ? `${ref.kind.toLowerCase()}.${group}` : `${pluralOf(kind.resource)}.${group}`;
}
