import type { Cluster } from "../../cluster/index.ts";
import type { Action } from "../../controllers/index.ts";
import {
  claimOf,
  diskEnd,
  goesUnderRetain,
  onlyIfOldMayastor,
  unbindVolume,
} from "../../controllers/index.ts";
import { isEmptied, unreadPhrase } from "../../define/index.ts";
import type { KubeObject, ObjectRef, PersistentVolume, Phrase } from "../../kubernetes/index.ts";
import { isTerminating, nameOf, say, words } from "../../kubernetes/index.ts";
import type { DataFate, Fate } from "../../report/index.ts";
import type { Analysis, Timeline } from "../analysis.ts";
import { afterAll, isNow } from "../timeline/steps.ts";

/** Some data, and the future in which it is looked at. */
interface Seen {
  /** Its record. */
  readonly ref: ObjectRef;
  readonly policy: string;
  /** The words for it. */
  readonly what: Phrase;
  readonly timeline: Timeline;
}

interface Ending {
  readonly data: DataFate;
  tell(): Pick<Fate, "data" | "because" | "onlyIf" | "unseen">;
}

/**
 * What the controllers make of it. They are run forward only where that can change the answer, or where the answer will be heard.
 */
export function endingOf(seen: Seen, analysis: Analysis): Ending {
  const { ref, policy, timeline } = seen;
  if (analysis.isVoid()) return { data: "unknown", tell: () => endingBy(seen).tell() };
  const isAsThingsGo = timeline.event === undefined && ref.kind === "PersistentVolume";
  return isAsThingsGo && policy === "Retain" && isOnlyReleased(ref, analysis.cluster)
    ? { data: "kept", tell: () => endingBy(seen).tell() }
    : endingBy(seen);
}

/** Nothing else happens to the data of a volume with policy Retain than that it is released for another claim. */
export function isOnlyReleased({ name }: ObjectRef, cluster: Cluster): boolean {
  const found = cluster.get("v1/persistentvolumes", name);
  return (
    found.state === "found" &&
    !goesUnderRetain(found.object) &&
    !mayBecomeFree(found.object, cluster) &&
    diskEnd(found.object, cluster).ends === "no"
  );
}

/** May the PV controller release the volume for another claim, because its own claim is bound to another volume? */
function mayBecomeFree(volume: PersistentVolume, cluster: Cluster): boolean {
  const named = claimOf(volume);
  if (named === undefined || unbindVolume(volume) !== "whole") return false;
  const claim = cluster.get("v1/persistentvolumeclaims", named.name, named.namespace);
  if (claim.state !== "found") return claim.state === "unread";
  return claim.object.spec?.volumeName !== volume.metadata.name;
}

function said(data: DataFate, because: () => Phrase, unseen?: "rest"): Ending {
  return { data, tell: () => ({ data, because: because(), ...(unseen === undefined ? {} : { unseen }) }) };
}

/** By what the controllers do, and by what is there in the end. */
function endingBy({ ref, policy, what, timeline }: Seen): Ending {
  const at = timeline.first(ref, isDestruction);
  if (at !== undefined) {
    const action = timeline.moves[at]?.action;
    const told = said("destroyed", () => {
      const { controller, when: last } = timeline.steps[at] ?? { controller: "", when: [] };
      const when = afterAll(timeline.moves[at]) ?? last;
      return say`${isNow(when) ? words("at once") : when}, ${controller} ${words(deletion(policy, action))} ${what} (policy ${policy})`;
    });
    return action?.do === "destroy-backend" ? onlyIf(action.onlyIf, told) : told;
  }
  const end = timeline.end.find(ref);
  const isReleased =
    end?.kind === "PersistentVolume" && (end as PersistentVolume).status?.phase === "Released";
  // Attachments hold up what the provisioner does with a Released volume. They do not call it off.
  const isDecided = isReleased && !isTerminating(end);
  const unread = timeline.unread.find(
    ({ resource }) => !isDecided || resource !== "storage.k8s.io/v1/volumeattachments",
  );
  if (end !== undefined && timeline.first(ref, isOpening) !== undefined)
    return said(
      "exposed",
      () => say`${nameOf(ref)} becomes available with its data, and any claim can bind to it`,
    );
  if (unread !== undefined && policy !== "Retain") return said("unknown", () => unreadPhrase(unread), "rest");
  if (timeline.isCut && policy !== "Retain" && end !== undefined && !isReleased)
    return said(
      "unknown",
      () => say`too many steps come before the end of ${nameOf(ref)} to predict it`,
      "rest",
    );
  if (end === undefined)
    return goesWithRecord(ref, timeline) ? goneWithRecord(what) : withoutRecord(policy, what);
  if (policy === "Retain")
    return said("kept", () => say`the policy of ${nameOf(ref)} is Retain, so nothing deletes ${what}`);
  if (isReleased)
    return said(
      "destroyed",
      () =>
        say`${nameOf(ref)} is Released by then, and as soon as nothing holds it, the storage backend ${words(deletion(policy))} ${what} (policy ${policy})`,
    );
  const bare = deletedBare(end, timeline);
  if (bare !== undefined)
    return said(
      "unknown",
      () =>
        say`snapshot-controller is about to add a finalizer to ${nameOf(bare)}: if it does that before the deletion, ${what} is deleted too, and otherwise nothing deletes it`,
    );
  return said("kept", () =>
    isTerminating(end)
      ? say`${nameOf(ref)} stays Terminating, and nothing deletes ${what} until this deletion can continue`
      : say`nothing deletes ${what} as things stand`,
  );
}

/**
 * The snapshot of a content that a person deletes before its controller gives it a finalizer. Only with one is it seen to be
 * deleted, and takes its content along: kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller.go
 * syncContent, v8.6.
 */
function deletedBare(content: KubeObject, { event, before }: Timeline): ObjectRef | undefined {
  if (content.kind !== "VolumeSnapshotContent") return undefined;
  const { name, namespace } = content.spec?.volumeSnapshotRef ?? {};
  const own = deletedIn(event).filter(
    (ref) => ref.kind === "VolumeSnapshot" && ref.name === name && ref.namespace === namespace,
  );
  return own.find((ref) => {
    const found = before.cluster.resolve(ref);
    if (found?.state !== "found" || (found.object.metadata.finalizers ?? []).length > 0) return false;
    return before.future(found.object).first(ref, ({ do: does }) => does === "add-finalizer") !== undefined;
  });
}

/** By a person, or by a controller in a namespace of which it is asked what its deletion would cost. */
function deletedIn(event: Timeline["event"]): readonly ObjectRef[] {
  if (event === undefined || "released" in event) return [];
  if ("done" in event) return event.done.flatMap((act) => (act.do === "delete" ? [act.on] : []));
  return event.by === "controller" ? [] : [event.deleted];
}

function deletion(policy: string, action?: Action): string {
  const isErased = action?.do === "destroy-backend" && isEmptied(action.driver);
  return isErased || policy === "Recycle" ? "erases" : "deletes";
}

export function isDestruction({ do: does }: Action): boolean {
  return does === "destroy-backend";
}

/** Makes the volume available with its data. */
export function isOpening(action: Action): boolean {
  return action.do === "clear-claim-ref" && action.part === "whole";
}

function goesWithRecord(ref: ObjectRef, { before }: Timeline): boolean {
  const found = before.cluster.resolve(ref);
  return (
    found?.state === "found" &&
    found.object.kind === "PersistentVolume" &&
    goesUnderRetain(found.object as PersistentVolume)
  );
}

function goneWithRecord(what: Phrase): Ending {
  return onlyIf(
    onlyIfOldMayastor,
    said(
      "destroyed",
      () =>
        say`Mayastor from 2024 or earlier deletes ${what} once the object is deleted, whatever the policy`,
    ),
  );
}

/** Is it certain that it comes? What no object tells is said with it, and the data counts as lost. */
function onlyIf(condition: string | undefined, ending: Ending): Ending {
  if (condition === undefined) return ending;
  const tell = () => {
    const told = ending.tell();
    return {
      ...told,
      because: say`${told.because}, but no object tells the version`,
      onlyIf: words(condition),
    };
  };
  return { ...ending, tell };
}

function withoutRecord(policy: string, what: Phrase): Ending {
  return policy === "Delete"
    ? said(
        "leaked",
        () =>
          say`the object is deleted but ${what} is not, and remains in the storage backend with no record of it`,
      )
    : said(
        "kept",
        () => say`the object is deleted, but with policy ${policy} ${what} is kept in the storage backend`,
      );
}
