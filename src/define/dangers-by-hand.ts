import type { DangerFacts } from "./danger.ts";
import { loss, risk } from "./danger.ts";

/** No command accepts it: a person carries the step out. */
const ofPerson = (told: Parameters<typeof risk>[0]): DangerFacts => risk({ ...told, acceptedBy: [] });

/** The dangers of steps that only a person carries out. */
export const byHand = {
  DiskDeletedByHand: {
    ...loss({
      title: "A person deletes a disk in the storage backend",
      what: "A person deletes a disk that no volume refers to, with the tool of the storage backend. All data on it is lost.",
      why: "The tool does not know who needs the disk. It may hold the last copy of the data of a deleted volume, or belong to another cluster.",
      whatToDo:
        "A person must look at the data first. `kubectl pvguard audit --disks FILE -o wide` prints the manifest of a volume for the disk.",
    }),
    acceptedBy: [],
  },
  PodsStop: ofPerson({
    title: "Pods that run stop, and what they serve is down",
    what: "The step stops pods that run, or needs them to be stopped.",
    why: "A pod holds its volume as long as it runs.",
    whatToDo:
      "Choose a time at which the service may be down. See which pods use the volume: `kubectl pvguard blockers TYPE/NAME`.",
  }),
  CannotBeRaised: ofPerson({
    title: "A request that was lowered cannot always be raised again",
    what: "The storage request of the claim is lowered. Without a StorageClass that allows expansion, the server refuses to raise it again.",
    why: "Only a class with allowVolumeExpansion allows a larger request.",
    whatToDo:
      "Check the class first: `kubectl get storageclass NAME -o yaml`. Do not lower the request further than needed.",
  }),
  WrongData: ofPerson({
    title: "An application can get data that is not its own",
    what: "A claim is given a disk that a person names. With a wrong disk, the application reads and overwrites the data of another.",
    why: "Kubernetes does not check what is on a disk.",
    whatToDo: "A person must compare the name of the disk with a saved manifest or with the storage backend.",
  }),
  SelectorsChange: ofPerson({
    title: "What selects a node by its present label no longer finds it",
    what: "A label of a node is changed. Pods and volumes that select the node by the present value no longer match it.",
    why: "A label is used by every selector in the cluster.",
    whatToDo:
      "See the labels first: `kubectl get node NAME --show-labels`. Search the workloads for the present value.",
  }),
  KubeletPassedOver: ofPerson({
    title: "A pod is deleted without the confirmation of its kubelet",
    what: "The pod object is deleted at once. Its directory and its mounts can remain on the node.",
    why: "Only the kubelet knows that the containers have stopped and that the volumes are unmounted.",
    whatToDo: "A person must look at the node, and remove what is left of the pod there.",
  }),
} satisfies { readonly [name: string]: DangerFacts };
