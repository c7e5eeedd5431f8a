import type { ReasonPage } from "./define.ts";

/** Reasons that belong to no single entry. */
export const generalReasons = {
  ControllerNotActing: {
    title: "Nothing holds the object, and its controller does not let go",
    category: "stuck",
    what: "Every condition for removing the finalizer is met, yet the finalizer is still there.",
    why: "The controller that owns it is not running, lacks a permission, or missed the event. Or an admission webhook with failurePolicy Fail does not answer, so that the API server refuses every update of the object; `-o wide` names those that could be the cause.",
    whatToDo:
      "A person must see that the controller runs. A harmless change of the object's metadata makes it look again. Removing the finalizer by hand comes last.",
  },
  ControllerAboutToAct: {
    title: "Nothing holds the object any more: its controller acts next",
    category: "waiting",
    what: "Every condition for removing the finalizer is met, and that became so less than a minute ago.",
    why: "Controllers need a moment.",
    whatToDo: "Nobody must act. Wait a minute and run `kubectl pvguard why` again.",
  },
  UnknownFinalizer: {
    title: "A finalizer that pvguard does not know",
    category: "blocked",
    what: "Somebody's controller asked to do something before the object goes. pvguard does not know that controller.",
    why: "Its clean-up has not been done, or the controller is gone. On a volume such a finalizer keeps the object, and not the disk: with policy Delete that is destroyed all the same, once no claim has the volume and nothing is attached.",
    whatToDo:
      "Find the owner: the finalizer's domain and the field manager say who. A person must ask that owner before anything is removed.",
  },
  AboutToGo: {
    title: "Nothing is left to wait for",
    category: "waiting",
    what: "The object is being deleted and has no finalizers: it goes with the next write.",
    why: "This can be an old read.",
    whatToDo: "Nobody must act. Run `kubectl pvguard why` again.",
  },
  CouldNotRead: {
    title: "Something that decides the answer could not be read",
    category: "unknown",
    what: "A list or an object that the answer depends on was not read. What was not read is not nothing.",
    why: "A permission is missing, the server did not answer, or the input does not contain it or is damaged.",
    whatToDo: "Grant the right to read it, or add it to the input. Then run `kubectl pvguard why` again.",
  },
} as const satisfies Record<string, ReasonPage>;

export type GeneralReason = keyof typeof generalReasons;
