import type { Diagnosis, Holder, Justification, ObjectRef } from "../../model/index.ts";

/** What a plan rests on: the root causes, so that another cause is another plan. */
export function justificationOf({ object, roots, verdict }: Diagnosis): Justification {
  const leaves = roots.map(({ reason, holder }) => `${reason} ${holderName(holder)}`);
  return {
    object,
    leaves: leaves.length === 0 ? [`${verdict.category} ${verdict.reason}`] : [...new Set(leaves)].sort(),
  };
}

function holderName(holder: Holder): string {
  if ("object" in holder) return objectName(holder.object);
  if ("controller" in holder) return holder.controller;
  if ("driver" in holder) return holder.driver;
  if ("missing" in holder) return `no ${objectName(holder.missing)}`;
  if ("person" in holder) return `the ${holder.person}`;
  return `unread ${holder.unread.resource}`;
}

function objectName({ kind, namespace, name, uid }: ObjectRef): string {
  return [`${kind}/${namespace === undefined ? "" : `${namespace}/`}${name}`, ...(uid ? [uid] : [])].join(
    " ",
  );
}
