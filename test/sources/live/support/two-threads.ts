import type { TestContext } from "node:test";
import type { Said } from "../../../../src/sources/live/aside/messages.ts";
import type { LiveOptions, LiveSurroundings } from "../../../../src/sources/live/index.ts";
import { openScripted } from "../../../support/fault-server/cluster.ts";
import { list } from "../../../support/fault-server/objects.ts";
import { protobuf } from "../../../support/fault-server/reactions.ts";
import type { Reaction, Script } from "../../../support/fault-server/server.ts";
import { surroundings } from "../../../support/fault-server/surroundings.ts";
import { type LoopbackThread, loopbackThread } from "../../../support/loopback-thread.ts";
import { encodeList } from "../../../support/protobuf/encode.ts";
import { claims, pods } from "./told.ts";

const many = { continue: "c1", remainingItemCount: 30_000 };
export const claimPages = [claimPage("data", many), claimPage("other")];
export const podPages = [podPage("a", "p1"), podPage("b", "p2"), podPage("c")];
const path = { claims: "/api/v1/persistentvolumeclaims", pods: "/api/v1/pods" };

export function claim(name: string) {
  return { metadata: { name, namespace: "shop", uid: `uid-${name}` } };
}

export function pod(name: string) {
  return {
    metadata: { name, namespace: "shop", uid: `uid-${name}`, labels: { app: "web" } },
    spec: { nodeName: "n1", volumes: [{ name: "d", persistentVolumeClaim: { claimName: "data" } }] },
  };
}

export function claimPage(name: string, metadata = {}): Reaction {
  return protobuf(encodeList("v1/persistentvolumeclaims", [claim(name)], metadata));
}

export function podPage(name: string, token?: string): Reaction {
  return protobuf(encodeList("v1/pods", [pod(name)], token === undefined ? {} : { continue: token }));
}

export function podsInJson(name: string, token?: string): Reaction {
  return list("Pod", [pod(name)], token === undefined ? {} : { continue: token });
}

export interface Wishes {
  readonly claims?: Script;
  readonly pods?: Script;
  readonly outside?: Partial<LiveSurroundings>;
  readonly options?: LiveOptions;
  readonly dies?: Said["says"];
}

/** A cluster with many claims to come and three pods, that two threads can read. */
export async function opened(t: TestContext, wishes: Wishes = {}) {
  const threads: LoopbackThread[] = [];
  const scripts = { [path.claims]: wishes.claims ?? claimPages, [path.pods]: wishes.pods ?? podPages };
  const each = await openScripted(t, scripts, wishes.outside, {
    async startThread() {
      const thread = loopbackThread(surroundings(""), wishes.dies);
      threads.push(thread);
      return thread;
    },
    ...wishes.options,
  });
  const podsAsked = () => each.asked().filter((url) => url.startsWith(path.pods));
  return { ...each, threads, podsAsked, collected: () => each.cluster.collect([claims, pods]) };
}

/** How all pods are asked for. */
export const inTurn = ["", "&continue=p1", "&continue=p2"].map((rest) => `${path.pods}?limit=500${rest}`);
