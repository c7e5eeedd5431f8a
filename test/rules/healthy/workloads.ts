/** Claims of workloads, running and at rest. */
import type { KubeObject } from "../../../src/kubernetes/index.ts";
import { cronJob, deployment, job, ownedBy, pod, statefulSet } from "../../support/objects.ts";
import { boundClaim, finishedPod, nodeFor, protectedClaim, runningPod, times } from "./parts.ts";

type Objects = readonly KubeObject[];

export function runningSets(): Objects {
  return times(85, (number) => {
    const namespace = `team-${number % 10}`;
    const set = statefulSet({ name: `db-${number}`, namespace, replicas: 8 });
    const pods = times(8, (ordinal) => {
      const pair = boundClaim({ name: `data-db-${number}-${ordinal}`, namespace });
      return [...pair, ...runningPod(pair, `db-${number}-${ordinal}`, number + ordinal)];
    });
    return [set, ...pods.flat()];
  }).flat();
}

export function setsAtRest(): Objects {
  return times(20, (number) => {
    const namespace = "staging";
    const set = statefulSet({ name: `idle-${number}`, namespace, replicas: 0 });
    return [
      set,
      ...times(3, (ordinal) => boundClaim({ name: `data-idle-${number}-${ordinal}`, namespace })).flat(),
    ];
  }).flat();
}

export function deployments(): Objects {
  return times(200, (number) => {
    const facts = { name: `web-${number}-files`, namespace: "web" };
    const pair = boundClaim(facts);
    const isAtRest = number % 10 === 0;
    const made = deployment({
      ...facts,
      name: `web-${number}`,
      replicas: isAtRest ? 0 : 1,
      claims: [facts.name],
    });
    return [made, ...pair, ...(isAtRest ? [] : runningPod(pair, `web-${number}-abcde`, number))];
  }).flat();
}

export function jobs(): Objects {
  return [
    ...times(100, (number) => {
      const pair = boundClaim({ name: `import-${number}`, namespace: "batch" });
      return [...pair, finishedPod(pair[0], number)];
    }).flat(),
    ...times(20, (number) => {
      const facts = { name: `later-${number}`, namespace: "batch" };
      return [...boundClaim(facts), job({ ...facts, suspend: true, claims: [facts.name] })];
    }).flat(),
    ...times(100, (number) => {
      const facts = { name: `backup-${number}`, namespace: "batch" };
      return [...boundClaim(facts), cronJob({ ...facts, suspend: number % 5 === 0, claims: [facts.name] })];
    }).flat(),
  ];
}

/** The claims of generic ephemeral volumes, each owned by its pod. */
export function ephemeral(): Objects {
  return times(100, (number) => {
    const namespace = "ci";
    const name = `runner-${number}`;
    const user = pod({ name, namespace, nodeName: nodeFor(number), ephemeral: ["scratch"] });
    return [user, ...boundClaim({ name: `${name}-scratch`, namespace, ownerReferences: [ownedBy(user)] })];
  }).flat();
}

/** Made before the pods that will use them. */
export function waitingForFirstPod(): Objects {
  return times(100, (number) => protectedClaim({ name: `new-${number}`, namespace: "web" }));
}

/** Disks of virtual machines, some of which are switched off: an operator's own kind owns them. */
export function machines(): Objects {
  return times(40, (number) => {
    const facts = { name: `vm-${number}`, namespace: "vms" };
    const owner = {
      apiVersion: "cdi.kubevirt.io/v1beta1",
      kind: "DataVolume",
      metadata: { ...facts, uid: `dv-${number}` },
    };
    const pair = boundClaim({ ...facts, ownerReferences: [ownedBy(owner)] });
    return number % 2 === 0 ? pair : [...pair, ...runningPod(pair, `virt-launcher-${number}`, number)];
  }).flat();
}
