import type { Cluster } from "../cluster/index.ts";
import { defaultScheduler } from "../controllers/index.ts";
import type { MadeRemedy } from "../define/index.ts";
import { defineRemedy, kubectl } from "../define/index.ts";
import type { Answer } from "../evidence/index.ts";
import { controllerManagerRuns, schedulerRuns } from "../evidence/index.ts";
import type { Lease } from "../kubernetes/index.ts";
import { asSpoken, say } from "../kubernetes/index.ts";

const manager = "kube-controller-manager";

/** `using.controller`: its name, in words. `using.pods`: that none of it was found. */
export const checkController = defineRemedy({
  name: "check-controller",
  summary: "Check that the controller that owns a finalizer is running",
  needs: ["coordination.k8s.io/v1/leases"],
  make(_on, using: { readonly controller: string; readonly pods?: "none" }, cluster) {
    const controller = using.controller ?? "the controller";
    if (using.pods === "none") return installAgain(controller);
    return asSeen(controller, cluster) ?? ask(controller);
  },
});

/** Nothing tells whether it runs. */
function ask(controller: string): MadeRemedy {
  const isManager = controller === manager;
  return {
    title: say`Check that ${asSpoken(controller)} is running, and read its log`,
    because: say`Only this controller knows what is left to do. When that is done, it releases the object.`,
    commands: [
      kubectl`get pods --all-namespaces`,
      ...(isManager ? [kubectl`get leases ${manager} -n kube-system -o yaml`] : []),
    ],
    steps: [
      say`Find its pods, and search their logs for the name of the object.`,
      ...(isManager
        ? [
            say`If its pods are not visible, as in a managed cluster, the renewTime of its lease shows whether it runs. The operator of the control plane has its log.`,
          ]
        : []),
      say`If it runs but does nothing, restart it: it then checks every object again.`,
    ],
  };
}

/** Its lease tells. */
function asSeen(controller: string, cluster: Cluster): MadeRemedy | undefined {
  const program = programOf(controller);
  if (program === undefined) return undefined;
  const runs = program === manager ? controllerManagerRuns(cluster) : schedulerRuns(cluster);
  const renewed = renewTimeIn(runs);
  if (renewed === undefined) return undefined;
  const commands = [kubectl`get pods -n kube-system -l component=${program}`];
  return runs.is === "proven"
    ? {
        title: say`Read the log of ${program}`,
        because: say`It runs: it renewed its lease at ${renewed}. Only its log can tell why it does not act.`,
        commands,
        steps: [
          say`Search the logs of these pods for the name of the object. If they are not visible, as in a managed cluster, the operator of the control plane has the log.`,
          say`If the log says nothing, restart it: it then checks every object again.`,
        ],
      }
    : {
        title: say`Find out why ${program} does not run, and start it`,
        because: say`It last renewed its lease at ${renewed}. While it does not run, none of its controllers acts. When it starts, it checks every object again.`,
        commands,
        steps: [
          say`If its pods run, their logs tell why they do not renew the lease. In a managed cluster, the operator of the control plane has the log.`,
        ],
      };
}

function programOf(controller: string): typeof manager | "kube-scheduler" | undefined {
  if (controller === defaultScheduler) return "kube-scheduler";
  return controller.split(" ")[0] === manager ? manager : undefined;
}

function renewTimeIn(runs: Answer<{ readonly lease?: Lease }>): string | undefined {
  if (runs.is === "unread") return undefined;
  const [fact] = runs.is === "proven" ? runs.for : runs.against;
  return typeof fact?.observed === "string" ? fact.observed : undefined;
}

/** Its pods were looked for, and none was found. */
function installAgain(controller: string): MadeRemedy {
  return {
    title: say`Find out whether ${asSpoken(controller)} is still installed; if not, install it again`,
    because: say`Only this controller knows what is left to do. When that is done, it releases the object.`,
    commands: [kubectl`get pods --all-namespaces`],
    steps: [
      say`If it was uninstalled, install the same version with its old configuration, and let it finish.`,
      say`Uninstall it only when nothing has its finalizers.`,
    ],
  };
}
