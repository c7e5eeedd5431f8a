import type { Items, MissingOwner, Reading, Scope, Snapshot } from "../../cluster/index.ts";
import type { AnyObject, KubeObject } from "../../kubernetes/index.ts";
import { isRecord, kindOf } from "../../kubernetes/index.ts";
import { FreeText } from "./free-text.ts";
import { Pseudonyms } from "./pseudonyms.ts";
import type { Treatment } from "./treatment.ts";
import {
  annotationTreatment,
  isKnownDomain,
  isSidecarName,
  keepsItsName,
  keepsItsValue,
  treatmentOf,
  versionOfImage,
} from "./treatment.ts";

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
    missingOwners: (snapshot.missingOwners ?? []).map((missing) => withoutName(missing, redactor)),
    skipped: snapshot.skipped.map((note) => redactor.text(note)),
  };
}

/** A detail names the person who asked. */
function withoutName({ owner, because, plural }: MissingOwner, redactor: Redactor): MissingOwner {
  const { apiVersion, kind, name, namespace } = owner;
  const place = namespace === undefined ? {} : { namespace: redactor.name(namespace) };
  return {
    owner: { apiVersion, kind, name: redactor.name(name), ...place },
    because,
    ...(plural === undefined ? {} : { plural }),
  };
}

function readingOf(reading: Reading, redactor: Redactor): Reading {
  const scope = scopeOf(reading.scope, kindOf(reading.resource).kind, redactor);
  if (reading.read) {
    const items: Items<KubeObject> = reading.items;
    return { ...reading, scope, items: Array.from(items, (item) => redactor.object(item)) };
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

const labelMaps = new Set(["labels", "matchLabels", "nodeSelector"]);
type Fields = { readonly [key: string]: unknown };

/** Replaces the texts of values. It is to see everything once before it is asked, so that messages come last. */
class Redactor {
  readonly #pseudonyms = new Pseudonyms();
  readonly #names = new Set<string>();
  readonly #kept = new Set<string>();
  readonly #hyphenated = new Set<string>();
  readonly #free = new FreeText(this.#pseudonyms, this.#names, this.#kept);

  object<T extends AnyObject>(object: T): T {
    const { kind, metadata } = object;
    if (!keepsItsName(kind, metadata.name) && !this.#isLeaseOfDriver(kind, metadata.name))
      return this.#object(object);
    this.#kept.add(metadata.name);
    const { name, ...others } = metadata;
    const redacted = this.#object({ ...object, metadata: others });
    return { ...redacted, metadata: { ...redacted.metadata, name } };
  }

  /** The provisioner of a driver takes a lease that has its name, with hyphens. */
  #isLeaseOfDriver(kind: string, name: string): boolean {
    return kind === "Lease" && this.#hyphenated.has(name);
  }

  nameOf(kind: string, name: string): string {
    return keepsItsName(kind, name) ? name : this.name(name);
  }

  name(name: string): string {
    this.#names.add(name);
    return this.#pseudonyms.name(name);
  }

  text(text: string): string {
    return this.#free.redacted(text);
  }

  #object<T extends object>(object: T): T {
    // Only texts were replaced, by other texts.
    return this.#fields(object as Fields, "") as T;
  }

  #value(value: unknown, parent: string, field: string): unknown {
    if (typeof value === "string") return this.#apply(treatmentOf(parent, field), value);
    if (Array.isArray(value)) return value.map((entry: unknown) => this.#value(entry, parent, field));
    if (!isRecord(value)) return value;
    if (labelMaps.has(field))
      return mapped(value, (key, text) => [this.#labelKey(key), this.#label(key, text)]);
    if (field === "annotations") {
      return mapped(value, (key, text) => [key, this.#apply(annotationTreatment(key), text)]);
    }
    if (field === "f:finalizers" || field === "capacity" || field === "requests") return value;
    return Array.isArray(value.values) ? this.#requirement(value) : this.#fields(value, field);
  }

  #fields(value: Fields, field: string): Fields {
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, this.#value(inner, field, key)]),
    );
  }

  /** One line of a selector, which must still select what it selected. */
  #requirement(value: Fields): Fields {
    const key = String(value.key);
    const values = Array.isArray(value.values)
      ? value.values.map((text) => this.#label(key, String(text)))
      : [];
    return { ...value, key: key.startsWith("metadata.") ? key : this.#labelKey(key), values };
  }

  #apply(treatment: Treatment, text: string): string {
    switch (treatment) {
      case "keep":
        this.#kept.add(text);
        this.#hyphenated.add(text.replaceAll(/\W/g, "-"));
        return text;
      case "name":
        return this.name(text);
      case "uid":
        return this.#pseudonyms.uid(text);
      case "handle":
        return this.#handle(text);
      case "in-use":
        return this.#inUse(text);
      case "component":
        return this.#component(text);
      case "label-key":
        return this.#labelKey(text);
      case "tracking":
        return this.#tracking(text);
      case "container":
        return isSidecarName(text) ? text : this.name(text);
      case "image":
        return versionOfImage(text);
      case "text":
        return this.text(text);
    }
  }

  /** `<application>:<group>/<kind>:<namespace>/<name>`. argoproj/argo-cd util/argo/resource_tracking.go, v3.0. */
  #tracking(text: string): string {
    const [application = "", type = "", object = ""] = text.split(":");
    return [
      application
        .split("_")
        .map((name) => this.name(name))
        .join("_"),
      type,
      object
        .split("/")
        .map((name) => this.name(name))
        .join("/"),
    ].join(":");
  }

  /** `kubernetes.io/csi/<driver>^<handle>`. */
  #inUse(text: string): string {
    const at = text.indexOf("^");
    return at < 0 ? this.#handle(text) : `${text.slice(0, at + 1)}${this.#handle(text.slice(at + 1))}`;
  }

  /** Many drivers call a disk what its volume is called: messages then name either. */
  #handle(text: string): string {
    return this.#names.has(text) ? this.name(text) : this.#pseudonyms.handle(text);
  }

  /** A sidecar adds its pod and a random id to its name. */
  #component(text: string): string {
    const [component = "", ...others] = text.split("_");
    return [component, ...others.map((other) => this.text(other))].join("_");
  }

  #labelKey(key: string): string {
    const slash = key.indexOf("/");
    return slash >= 0 && isKnownDomain(key.slice(0, slash)) ? key : this.#pseudonyms.name(key);
  }

  #label(key: string, value: string): string {
    return keepsItsValue(key, value) ? value : this.#pseudonyms.name(value);
  }
}

function mapped(map: Fields, change: (key: string, text: string) => readonly [string, string]): Fields {
  const changed: { [key: string]: unknown } = Object.create(null);
  for (const [key, value] of Object.entries(map)) {
    const [newKey, text] = change(key, String(value));
    changed[newKey] = text;
  }
  return changed;
}
