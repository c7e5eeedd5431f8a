import {
  type Avoid,
  type Evidence,
  type Fate,
  flatten,
  type Hold,
  type Holder,
  type NextStep,
  type ObjectRef,
  type OfferedRemedy,
  type Phrase,
  type RootCause,
  type Unread,
} from "../../model/index.ts";
import { commandLine } from "../command-line.ts";
import { type Printable, whole } from "../escape.ts";
import type {
  avoidSchema,
  evidenceSchema,
  fateSchema,
  HolderView,
  holdSchema,
  nextSchema,
  ObjectView,
  remedySchema,
  rootSchema,
  UnreadView,
} from "./parts.ts";
import type { View } from "./schema.ts";

/** A phrase as plain text: its data is not cut, and invisible characters are written out. */
export function plainText(phrase: Phrase): Printable {
  return whole(flatten(phrase, (data) => data));
}

export function objectView({ apiVersion, kind, namespace, name, uid }: ObjectRef): ObjectView {
  return {
    apiVersion: whole(apiVersion),
    kind: whole(kind),
    ...(namespace === undefined ? {} : { namespace: whole(namespace) }),
    name: whole(name),
    ...(uid === undefined ? {} : { uid: whole(uid) }),
  };
}

export function unreadView({ resource, scope, reason, detail }: Unread): UnreadView {
  const namespace = "namespace" in scope ? scope.namespace : undefined;
  return {
    resource: whole(resource),
    ...(namespace === undefined ? {} : { namespace: whole(namespace) }),
    ...("name" in scope ? { name: whole(scope.name) } : {}),
    reason,
    ...(detail === undefined ? {} : { detail: whole(detail) }),
    silences: [],
  };
}

function holderView(holder: Holder): HolderView {
  if ("object" in holder) return { object: objectView(holder.object) };
  if ("controller" in holder) return { controller: whole(holder.controller) };
  if ("driver" in holder) return { driver: whole(holder.driver) };
  if ("missing" in holder) return { missing: objectView(holder.missing) };
  if ("person" in holder) return { person: holder.person };
  return { unread: unreadView(holder.unread) };
}

export function rootView({ holder, reason, category, message }: RootCause): View<typeof rootSchema> {
  return { ...holderView(holder), reason: whole(reason), category, message: plainText(message) };
}

export function evidenceView({ about, path, observed, verdict }: Evidence): View<typeof evidenceSchema> {
  return {
    object: objectView(about),
    path: whole(path),
    observed: typeof observed === "string" ? whole(observed) : observed,
    verdict,
  };
}

export function holdView(hold: Hold): View<typeof holdSchema> {
  return {
    held: objectView(hold.held),
    ...("finalizer" in hold.by ? { finalizer: whole(hold.by.finalizer) } : { wait: whole(hold.by.wait) }),
    holder: holderView(hold.holder),
    reason: whole(hold.reason),
    category: hold.category,
    message: plainText(hold.message),
    evidence: hold.evidence.map(evidenceView),
  };
}

export function fateView(fate: Fate): View<typeof fateSchema> {
  const { data, because, volume, through, driver, volumeHandle, capacity, policy } = fate;
  return {
    data,
    because: plainText(because),
    ...(volume === undefined ? {} : { volume: objectView(volume) }),
    ...(through === undefined ? {} : { through: objectView(through) }),
    ...(driver === undefined ? {} : { driver: whole(driver) }),
    ...(volumeHandle === undefined ? {} : { volumeHandle: whole(volumeHandle) }),
    ...(capacity === undefined ? {} : { capacity: whole(capacity) }),
    ...(policy === undefined ? {} : { policy: whole(policy) }),
  };
}

export function nextView({ controller, action, object, when }: NextStep): View<typeof nextSchema> {
  return {
    controller: whole(controller),
    action: plainText(action),
    object: objectView(object),
    when: plainText(when),
  };
}

export function remedyView(remedy: OfferedRemedy): View<typeof remedySchema> {
  return {
    title: plainText(remedy.title),
    safety: remedy.safety,
    ...(remedy.follows === undefined ? {} : { follows: remedy.follows.data }),
    primary: remedy.primary,
    commands: remedy.commands.flatMap((command) => commandLine(command) ?? []),
    steps: [...(remedy.first ?? []), ...remedy.steps].map(plainText),
    because: plainText(remedy.because),
  };
}

export function avoidView({ step, because }: Avoid): View<typeof avoidSchema> {
  return { step: plainText(step), because: plainText(because) };
}
