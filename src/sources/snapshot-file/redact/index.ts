import {
  type Items,
  type KubeObject,
  kindOf,
  type Reading,
  type Scope,
  type Snapshot,
} from "../../../model/index.ts";
import { Redactor } from "./redactor.ts";

/**
 * The snapshot with other names for namespaces, objects, nodes, disks and hosts, everywhere the same other name, so that
 * its diagnosis has the same shape. What Kubernetes and drivers name (finalizers, drivers, phases, reasons) stays.
 */
export function redacted(snapshot: Snapshot): Snapshot {
  const redactor = new Redactor();
  // The first pass only learns the names, which any message can mention.
  for (const reading of snapshot.readings) readingOf(reading, redactor);
  for (const owner of snapshot.otherOwners ?? []) redactor.object(owner);
  return {
    ...snapshot,
    source: "redacted",
    readings: snapshot.readings.map((reading) => readingOf(reading, redactor)),
    otherOwners: (snapshot.otherOwners ?? []).map((owner) => redactor.object(owner)),
    skipped: snapshot.skipped.map((note) => redactor.text(note)),
  };
}

function readingOf(reading: Reading, redactor: Redactor): Reading {
  const scope = scopeOf(reading.scope, kindOf(reading.resource).kind, redactor);
  if (reading.read) {
    const items: Items<KubeObject> = reading.items;
    return { ...reading, scope, items: Array.from(items, (item) => redactor.object(item)) } as Reading;
  }
  return {
    ...reading,
    scope,
    ...(reading.detail === undefined ? {} : { detail: redactor.text(reading.detail) }),
  };
}

function scopeOf(scope: Scope, kind: string, redactor: Redactor): Scope {
  switch (scope.of) {
    case "cluster":
      return scope;
    case "namespace":
      return { ...scope, namespace: redactor.name(scope.namespace) };
    case "object":
      return {
        ...scope,
        name: redactor.nameOf(kind, scope.name),
        ...(scope.namespace === undefined ? {} : { namespace: redactor.name(scope.namespace) }),
      };
    case "about":
      return { ...scope, name: redactor.name(scope.name), namespace: redactor.name(scope.namespace) };
  }
}
