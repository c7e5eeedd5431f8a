import { defineController, isTerminating, nothing } from "../../model/index.ts";
import { unknown, wait } from "../decision.ts";
import { isPodFinished, isPodScheduled } from "../pod-state.ts";
import { claimNamed } from "../refs.ts";
import { obstacleOf } from "./pod-obstacle.ts";

export const scheduler = defineController({
  name: "default-scheduler",
  on: "v1/pods",
  sources: [
    "kubernetes/kubernetes pkg/scheduler/framework/plugins/volumebinding/volume_binding.go PreFilter, 1.36",
  ],
  decide(pod, cluster) {
    if (isPodScheduled(pod) || isTerminating(pod) || isPodFinished(pod)) return nothing;
    const read = obstacleOf(pod, cluster);
    if (!read.read) return unknown(read);
    if (read.first === undefined) return nothing;
    return wait(claimNamed(pod.metadata.namespace ?? "", read.first.of.name));
  },
});
