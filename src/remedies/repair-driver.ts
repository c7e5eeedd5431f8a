import type { MadeRemedy } from "../define/index.ts";
import { defineRemedy } from "../define/index.ts";
import type { Phrase } from "../kubernetes/index.ts";
import { say, words } from "../kubernetes/index.ts";

type Advise = (driver: string, volume: string) => Pick<MadeRemedy, "title" | "because" | "steps">;

const retries = say`The attacher retries at least every five minutes, and then finishes properly. Removing the finalizer would hide the fault, and the next volume would hang in the same way.`;

/** The kubelet mounts the kinds of volumes itself that need no CSI driver. */
function readLogs(driver: string, read = "Read"): Phrase {
  return driver.startsWith("kubernetes.io/")
    ? say`${words(read)} the kubelet's log on the pod's node: the kubelet mounts this kind of volume itself.`
    : say`${words(read)} the log of the node plugin of ${driver} on the pod's node, and the kubelet's log there.`;
}

const advice = {
  "rights-in-kubernetes": (driver) => ({
    title: say`Grant the missing right to the service account of ${driver}`,
    because: retries,
    steps: [
      say`The error names the user, the verb and the resource. Add them to the ClusterRole of that user. An external-attacher needs get, list, watch and patch on volumeattachments, and patch on volumeattachments/status and persistentvolumes.`,
      say`Compare with the RBAC manifest for the installed version of ${driver}.`,
    ],
  }),
  "rights-in-storage": (driver) => ({
    title: say`Grant ${driver} the right to detach in the storage backend`,
    because: retries,
    steps: [
      say`The error names what was refused. Add that permission to the role, key or policy that ${driver} uses.`,
    ],
  }),
  attach: (driver, volume) => ({
    title: say`Fix the error of ${driver} when it attaches ${volume}`,
    because: say`The attacher retries at least every five minutes.`,
    steps: [
      say`If the error mentions a limit of the machine, run the pod on another node, or move volumes off this one.`,
      say`Otherwise, read the log of the container csi-attacher, and the log of the driver's own container beside it.`,
    ],
  }),
  // The message says who must do what.
  "attach-known": (driver, volume) => ({
    title: say`Remove the cause, so that ${driver} can attach ${volume}`,
    because: say`The attacher retries at least every five minutes.`,
    steps: [
      say`If the error remains after that, read the log of the container csi-attacher, and the log of the driver's own container beside it.`,
    ],
  }),
  "attach-retried": (driver, volume) => ({
    title: say`Wait for the next attempt of ${driver} to attach ${volume}`,
    because: say`The attacher retries at least every five minutes.`,
    steps: [
      say`If the same error remains for more than ten minutes, read the log of the container csi-attacher, and the log of the driver's own container beside it.`,
    ],
  }),
  // As of an attach.
  "expand-known": (driver, volume) => ({
    title: say`Remove the cause, so that ${driver} can expand ${volume}`,
    because: say`The external-resizer retries without further action. The data is not affected.`,
    steps: [
      say`If the error remains after that, read the log of the container csi-resizer, and the log of the driver's own container beside it.`,
    ],
  }),
  "open-elsewhere": (_driver, volume) => ({
    title: say`Find the client that has ${volume} open`,
    because: say`The storage backend refuses a second client to protect the data. Once the first client is gone, the kubelet retries without further action.`,
    steps: [
      say`Look up the clients, watchers or locks of ${volume} in the storage backend, and the machine of each.`,
      say`If that machine still runs, stop the use there. If it is proven dead, block its client in the storage backend.`,
    ],
  }),
  mount: (driver, volume) => ({
    title: say`Fix the error that ${driver} reports for ${volume}`,
    because: say`The kubelet retries at least every two minutes.`,
    steps: [readLogs(driver)],
  }),
  // As of an attach.
  "mount-known": (driver, volume) => ({
    title: say`Remove the cause, so that ${volume} can be mounted`,
    because: say`The kubelet retries at least every two minutes.`,
    steps: [readLogs(driver, "If the error remains after that, read")],
  }),
  "mount-refused": (driver, volume) => ({
    title: say`Change what ${driver} refuses about ${volume}`,
    because: say`The kubelet retries, but no retry succeeds before that. The data is not affected.`,
    steps: [say`The message says what must change, and who can do it.`],
  }),
  "needs-source-claim": (driver) => ({
    title: say`Upgrade ${driver} so that it can delete a snapshot without its source claim`,
    because: say`csi-snapshotter retries, and then finishes properly.`,
    steps: [
      say`Report the error text to the maintainers of ${driver}: a CSI driver must delete a snapshot by its handle alone.`,
    ],
  }),
  snapshot: (driver) => ({
    title: say`Fix the error that ${driver} reports`,
    because: say`csi-snapshotter retries, and then finishes properly.`,
    steps: [
      say`Read the log of the container csi-snapshotter, and the log of the driver's own container beside it.`,
    ],
  }),
} satisfies { readonly [trouble: string]: Advise };

/** Of the others, the driver's log says more. */
type Trouble = keyof typeof advice | "not-found" | "other";

const otherwise: Advise = (driver) => ({
  title: say`Fix the error that ${driver} reports`,
  because: retries,
  steps: [
    say`Read the log of the container csi-attacher, and the log of the driver's own container beside it.`,
  ],
});

interface Repair {
  readonly driver: string;
  readonly trouble: Trouble;
  /** Its name in the storage backend. */
  readonly volume?: string;
}

export const repairDriver = defineRemedy({
  name: "repair-driver",
  summary: "Fix the error that a CSI driver reports; the driver then retries",
  make(_on, { driver, trouble, volume = "the volume" }: Repair) {
    if (driver === "") return undefined;
    const advise: Advise = isKnown(trouble) ? advice[trouble] : otherwise;
    return advise(driver, volume);
  },
});

function isKnown(trouble: Trouble): trouble is keyof typeof advice {
  return Object.hasOwn(advice, trouble);
}
