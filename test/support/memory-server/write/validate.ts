import type { ApiObject } from "../objects/api-object.ts";
import { finalizersOf } from "../objects/api-object.ts";
import type { ServedKind } from "../objects/kinds.ts";
import type { Cause } from "../objects/refusal.ts";
import { escaped, invalid } from "../objects/refusal.ts";

const subdomain = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const namePart = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
const standardFinalizers = ["kubernetes", "orphan", "foregroundDeletion"];
const largestAnnotations = 256 * 1024;

const nameMessage =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const namePartMessage =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

/** Compare kubernetes/apimachinery pkg/api/validation/objectmeta.go `ValidateObjectMeta` (v1.36). */
export function validateNew(object: ApiObject, kind: ServedKind): void {
  const { name, generateName } = object.metadata;
  if (name === "" && (generateName ?? "") === "") {
    const message = "Required value: name or generateName is required";
    throw invalid(kind.kind, kind.group, "", [
      { reason: "FieldValueRequired", message, field: "metadata.name" },
    ]);
  }
  const wrongName = subdomain.test(name) ? [] : [wrong("metadata.name", name, nameMessage)];
  refuse(object, kind, [...wrongName, ...always(object)]);
}

/** Compare `ValidateObjectMetaUpdate` and `ValidateNoNewFinalizers` there. */
export function validateUpdate(old: ApiObject, object: ApiObject, kind: ServedKind): void {
  const { uid } = object.metadata;
  const added = finalizersOf(object).filter((finalizer) => !finalizersOf(old).includes(finalizer));
  const tooLate = old.metadata.deletionTimestamp !== undefined && added.length > 0;
  refuse(object, kind, [
    ...(tooLate ? [noNewFinalizers(added)] : []),
    ...(uid === old.metadata.uid ? [] : [wrong("metadata.uid", uid, "field is immutable")]),
    ...always(object),
  ]);
}

function always(object: ApiObject): readonly Cause[] {
  const annotations = Object.entries(object.metadata.annotations ?? {}).flat();
  const bytes = annotations.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const tooLong: Cause = {
    reason: "FieldValueTooLong",
    message: `Too long: may not be more than ${largestAnnotations} bytes`,
    field: "metadata.annotations",
  };
  return [
    ...(bytes > largestAnnotations ? [tooLong] : []),
    ...finalizersOf(object).flatMap(wrongFinalizer),
    ...Object.keys(object.metadata.labels ?? {}).flatMap((label) =>
      namePart.test(label.slice(label.indexOf("/") + 1))
        ? []
        : [wrong("metadata.labels", label, namePartMessage)],
    ),
  ];
}

function wrongFinalizer(finalizer: string, position: number): readonly Cause[] {
  if (!namePart.test(finalizer.slice(finalizer.indexOf("/") + 1)))
    return [wrong("metadata.finalizers", finalizer, namePartMessage)];
  if (finalizer.includes("/") || standardFinalizers.includes(finalizer)) return [];
  const why = "name is neither a standard finalizer name nor is it fully qualified";
  return [wrong(`metadata.finalizers[${position}]`, finalizer, why)];
}

function noNewFinalizers(added: readonly string[]): Cause {
  const list = added.map((finalizer) => `"${escaped(finalizer)}"`).join(", ");
  return {
    reason: "FieldValueForbidden",
    message: `Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{${list}}`,
    field: "metadata.finalizers",
  };
}

function wrong(field: string, value: string, why: string): Cause {
  return { reason: "FieldValueInvalid", message: `Invalid value: "${escaped(value)}": ${why}`, field };
}

function refuse(object: ApiObject, kind: ServedKind, causes: readonly Cause[]): void {
  if (causes.length > 0) throw invalid(kind.kind, kind.group, object.metadata.name, causes);
}
