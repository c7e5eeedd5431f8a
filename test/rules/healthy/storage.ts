/** Claims with a history: clones, snapshots, populators, local and retained volumes. */
import type { KubeObject } from "../../../src/kubernetes/index.ts";
import { claimRefTo, content, pod, snapshot, volume } from "../../support/objects.ts";
import { boundClaim, ebsDriver, nodeFor, nodes, protectedClaim, runningPod, times } from "./parts.ts";

type Objects = readonly KubeObject[];

/** Source and clone, both in use. The source keeps the finalizer of cloning permanently. */
export function clones(): Objects {
  return times(50, (number) => {
    const namespace = "clones";
    const source = boundClaim({
      name: `source-${number}`,
      namespace,
      finalizers: ["provisioner.storage.kubernetes.io/cloning-protection"],
    });
    const dataSource = { kind: "PersistentVolumeClaim", name: `source-${number}` };
    const clone = boundClaim({ name: `clone-${number}`, namespace, spec: { dataSource } });
    return [
      ...source,
      ...runningPod(source, `source-pod-${number}`, number),
      ...clone,
      ...runningPod(clone, `clone-pod-${number}`, number + 1),
    ];
  }).flat();
}

/** A claim, its ready snapshot, and a claim that was restored from it. */
export function snapshots(): Objects {
  return times(50, (number) => {
    const namespace = "backups";
    const [name, contentName] = [`nightly-${number}`, `snapcontent-${number}`];
    const taken = snapshot({
      name,
      namespace,
      sourceClaim: `db-${number}`,
      content: contentName,
      readyToUse: true,
    });
    const own = content({
      name: contentName,
      handle: `snap-${number}`,
      snapshotRef: { name, namespace, uid: taken.metadata.uid },
    });
    const source = boundClaim({ name: `db-${number}`, namespace });
    const dataSource = { apiGroup: "snapshot.storage.k8s.io", kind: "VolumeSnapshot", name };
    const restored = boundClaim({ name: `restored-${number}`, namespace, spec: { dataSource } });
    return [
      taken,
      own,
      ...source,
      ...runningPod(source, `db-pod-${number}`, number),
      ...restored,
      ...runningPod(restored, `restored-pod-${number}`, number),
    ];
  }).flat();
}

/** A target that is being filled, with the populator's working claim; that one is Lost once the volume is handed on. */
export function populators(): Objects {
  return times(30, (number) => {
    const target = protectedClaim({
      name: `import-${number}`,
      namespace: "imports",
      creationTimestamp: "2026-11-20T11:57:00Z",
      finalizers: ["example.com/populate-target-protection"],
      annotations: { "volume.kubernetes.io/selected-node": nodeFor(number) },
      spec: { dataSourceRef: { apiGroup: "example.com", kind: "Import", name: `import-${number}` } },
    });
    const { uid } = target.metadata;
    const isDone = number % 3 === 0;
    const prime = protectedClaim({
      name: `prime-${uid}`,
      namespace: "populator-system",
      phase: isDone ? "Lost" : "Bound",
      volumeName: `pvc-populator-system-prime-${uid}`,
      annotations: { "pv.kubernetes.io/bind-completed": "yes" },
    });
    const facts = { name: `prime-${uid}`, namespace: "populator-system" };
    const user = pod({
      name: `populate-${uid}`,
      namespace: facts.namespace,
      nodeName: nodeFor(number),
      claims: [facts.name],
    });
    return isDone ? [target, prime] : [target, user, ...boundClaim(facts)];
  }).flat();
}

const onNode = (value: string) => ({
  nodeAffinity: {
    required: {
      nodeSelectorTerms: [
        { matchExpressions: [{ key: "kubernetes.io/hostname", operator: "In", values: [value] }] },
      ],
    },
  },
});

/** Of the local static provisioner, in use and spare, and of a provisioner with its own code. */
export function localVolumes(): Objects {
  const provisionedBy = (name: string) => ({ "pv.kubernetes.io/provisioned-by": name });
  const used = times(100, (number) => {
    const facts = { name: `local-${number}`, namespace: "local", storageClassName: "fast-disks" };
    const spec = { ...onNode(nodeFor(number)), local: { path: `/mnt/disks/${number}` } };
    const annotations = provisionedBy(`local-volume-provisioner-${nodeFor(number)}-1`);
    const pair = boundClaim(facts, { spec, annotations });
    return [...pair, ...runningPod(pair, `local-pod-${number}`, number)];
  });
  const spare = nodes.map(({ metadata: { name } }) =>
    volume({
      name: `local-spare-${name}`,
      storageClassName: "fast-disks",
      annotations: provisionedBy(`local-volume-provisioner-${name}-1`),
      finalizers: ["kubernetes.io/pv-protection"],
      spec: { ...onNode(name), local: { path: "/mnt/disks/spare" } },
    }),
  );
  const paths = times(60, (number) => {
    const facts = { name: `path-${number}`, namespace: "edge", storageClassName: "local-path" };
    const spec = { ...onNode(nodeFor(number)), hostPath: { path: `/opt/local-path/${number}` } };
    const pair = boundClaim(facts, { spec, annotations: provisionedBy("rancher.io/local-path") });
    return [...pair, ...runningPod(pair, `path-pod-${number}`, number)];
  });
  return [...used.flat(), ...spare, ...paths.flat()];
}

/** Kept on purpose: Bound with Retain, Released with Retain, and one share for two namespaces. */
export function retained(): Objects {
  const bound = times(100, (number) => {
    const facts = { name: `kept-${number}`, namespace: "finance", storageClassName: "gp3-retain" };
    const pair = boundClaim(facts, { policy: "Retain" });
    return [...pair, ...runningPod(pair, `kept-pod-${number}`, number)];
  });
  const released = times(100, (number) =>
    volume({
      name: `released-${number}`,
      phase: "Released",
      policy: "Retain",
      storageClassName: "gp3-retain",
      annotations: { "pv.kubernetes.io/provisioned-by": ebsDriver },
      finalizers: ["kubernetes.io/pv-protection"],
      claimRef: claimRefTo(protectedClaim({ name: `former-${number}`, namespace: "finance" })),
      spec: { csi: { driver: ebsDriver, volumeHandle: `vol-released-${number}` } },
    }),
  );
  const shared = times(2, (number) => {
    const facts = {
      name: "media",
      namespace: `studio-${number}`,
      storageClassName: "",
      accessModes: ["ReadWriteMany"],
    };
    const spec = { nfs: { server: "10.0.0.9", path: "/media" } };
    const pair = boundClaim(facts, {
      policy: "Retain",
      accessModes: ["ReadWriteMany"],
      annotations: {},
      spec,
    });
    return [...pair, ...runningPod(pair, `studio-pod-${number}`, number)];
  });
  return [...bound.flat(), ...released, ...shared.flat()];
}

/** What is in progress right now, as at any moment in a running cluster. */
export function inMotion(): Objects {
  const just = "2026-11-20T11:58:30Z";
  const leaving = times(8, (number) => {
    const facts = { name: `leaving-${number}`, namespace: "ci", deletionTimestamp: just };
    const pair = boundClaim(facts);
    return [
      ...pair,
      pod({ ...facts, name: `leaving-pod-${number}`, nodeName: nodeFor(number), claims: [facts.name] }),
    ];
  });
  const released = times(10, (number) =>
    volume({
      name: `just-released-${number}`,
      phase: "Released",
      storageClassName: "gp3",
      annotations: { "pv.kubernetes.io/provisioned-by": ebsDriver },
      finalizers: ["kubernetes.io/pv-protection"],
      claimRef: claimRefTo(protectedClaim({ name: `gone-${number}`, namespace: "ci" })),
      spec: { csi: { driver: ebsDriver, volumeHandle: `vol-just-released-${number}` } },
      status: { lastPhaseTransitionTime: just },
    }),
  );
  return [...leaving.flat(), ...released];
}
