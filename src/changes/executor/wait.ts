import type { Phrase, RawObject } from "../../kubernetes/index.ts";
import { fieldsOf, kindNamed, nameOf, say, textAt } from "../../kubernetes/index.ts";
import type { Step } from "../../report/index.ts";
import type { LiveRead } from "./read.ts";
import { lookUntil } from "./read.ts";
import type { World, WriteEnd } from "./world.ts";
import { ended, isInterrupted, openEnd } from "./world.ts";

export type WaitStep = Extract<Step, { readonly do: "wait" }>;

/** Looks until what is waited for is so, or can no longer be, or the time is over. Sends nothing but reads. */
export async function waitFor(world: World, step: WaitStep): Promise<WriteEnd> {
  const resource = kindNamed(step.on.apiVersion, step.on.kind)?.resource;
  if (resource === undefined)
    return ended("refused", say`pvguard does not read objects of the kind of ${nameOf(step.on)}.`);
  const isOver = (seen: LiveRead) => standingOf(step, seen).is !== "not-yet";
  const { signal } = world.edge;
  const seen = await lookUntil(world, resource, step.on, step.seconds * 1000, signal, isOver);
  const standing = standingOf(step, seen);
  switch (standing.is) {
    case "so":
      return ended("done", standing.detail);
    case "never":
      return ended("refused", standing.detail);
    case "not-yet":
      return isInterrupted(world)
        ? ended("interrupted", say`Interrupted while waiting for ${nameOf(step.on)}.`)
        : openEnd("unproven", say`${standing.detail} Waited ${step.seconds} seconds.`, resource, step.on);
  }
}

interface Standing {
  readonly is: "so" | "not-yet" | "never";
  readonly detail: Phrase;
}

function standingOf({ on, until }: WaitStep, seen: LiveRead): Standing {
  switch (seen.state) {
    case "unread":
      return { is: "not-yet", detail: seen.phrase };
    case "absent":
      return goneStanding({ on, until });
    case "found":
      return on.uid !== "" && seen.raw.ref.uid !== on.uid
        ? goneStanding({ on, until })
        : foundStanding(until, seen.raw);
  }
}

/** An object without a known uid may still be made. */
function goneStanding({ on, until }: Pick<WaitStep, "on" | "until">): Standing {
  const detail = say`${nameOf(on)} no longer exists.`;
  if (until === "Gone" || until === "Unprotected") return { is: "so", detail };
  return on.uid === ""
    ? { is: "not-yet", detail: say`${nameOf(on)} does not exist yet.` }
    : { is: "never", detail };
}

const protections = ["kubernetes.io/pv-protection", "kubernetes.io/pvc-protection"];

function foundStanding(until: WaitStep["until"], raw: RawObject): Standing {
  const { value, finalizers } = fieldsOf(raw);
  switch (until) {
    case "Gone":
      return { is: "not-yet", detail: say`${nameOf(raw.ref)} still exists.` };
    case "Unprotected": {
      const isProtected = finalizers.some((finalizer) => protections.includes(finalizer));
      return isProtected
        ? { is: "not-yet", detail: say`${nameOf(raw.ref)} is still protected.` }
        : { is: "so", detail: say`${nameOf(raw.ref)} is no longer protected.` };
    }
    case "Bound":
    case "Available":
    case "Released": {
      const phase = textAt(value, "/status/phase") ?? "without a phase";
      return { is: phase === until ? "so" : "not-yet", detail: say`${nameOf(raw.ref)} is ${phase}.` };
    }
  }
}
