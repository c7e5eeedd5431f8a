import fc from "fast-check";
import type { KubeObject } from "../../src/kubernetes/index.ts";
import { attachments, drivers, nodes } from "./arbitrary/attachments.ts";
import { claims, volumes } from "./arbitrary/claims-and-volumes.ts";
import { contents, snapshotClasses, snapshots } from "./arbitrary/snapshots.ts";
import { apiServices, classes, events, namespaces } from "./arbitrary/surroundings.ts";
import { pods, workloads } from "./arbitrary/workloads.ts";

const keyOf = (object: KubeObject) =>
  `${object.kind}/${object.metadata.namespace ?? ""}/${object.metadata.name}`;

/** Objects of a small cluster in any relation to each other, also ones that no API server would bring about. */
export const clusters: fc.Arbitrary<readonly KubeObject[]> = fc
  .tuple(
    fc.array(claims, { maxLength: 4 }),
    fc.array(volumes, { maxLength: 3 }),
    fc.array(pods, { maxLength: 4 }),
    fc.array(attachments, { maxLength: 3 }),
    fc.array(snapshots, { maxLength: 2 }),
    fc.array(contents, { maxLength: 2 }),
    snapshotClasses,
    fc.array(apiServices, { maxLength: 1 }),
    fc.array(nodes, { maxLength: 2 }),
    fc.array(namespaces, { maxLength: 2 }),
    fc.array(classes, { maxLength: 2 }),
    drivers,
    fc.array(events, { maxLength: 3 }),
    workloads,
  )
  .map((parts) => [...new Map(parts.flat().map((object) => [keyOf(object), object])).values()]);
