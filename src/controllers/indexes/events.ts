import { type Index, keyOf, type ObjectRef, recipes, type Scope } from "../../model/index.ts";

/** Key: `eventsKey` of the object. Compare the uid too: an object of the same name may have been there before. */
export const eventsAbout: Index<"v1/events"> = {
  name: "events-about",
  on: "v1/events",
  made: recipes["v1/events"].byObject,
  keys: ({ involvedObject: about }) =>
    about === undefined ? [] : [keyOf(about.kind ?? "", about.namespace ?? "", about.name ?? "")],
};

export function eventsKey(object: ObjectRef): string {
  return keyOf(object.kind, object.namespace ?? "", object.name);
}

/**
 * Where the events about an object are kept: its own namespace, or `default` for a cluster-scoped one.
 * kubernetes/kubernetes staging/src/k8s.io/client-go/tools/record/event.go makeEvent, 1.36.
 */
export function eventsScope(object: ObjectRef): Scope {
  return {
    of: "about",
    namespace: object.namespace ?? "default",
    name: object.name,
    kind: object.kind,
  };
}
