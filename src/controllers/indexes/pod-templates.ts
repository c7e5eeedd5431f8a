import {
  type CronJob,
  type DaemonSet,
  type Deployment,
  type Index,
  type Job,
  type KubeObject,
  keyOf,
  type ReplicaSet,
  recipes,
  type StatefulSet,
} from "../../model/index.ts";

type Template = NonNullable<Deployment["spec"]>["template"];

function claimKeys(object: KubeObject, template: Template): readonly string[] {
  const names = (template?.spec?.volumes ?? []).flatMap(
    ({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName ?? [],
  );
  return [...new Set(names)].map((name) => keyOf(object.metadata.namespace ?? "", name));
}

const ofPods = ({ spec, ...rest }: Deployment | ReplicaSet | DaemonSet | Job | StatefulSet) =>
  claimKeys(rest, spec?.template);
const ofJobs = ({ spec, ...rest }: CronJob) => claimKeys(rest, spec?.jobTemplate?.spec?.template);

/** Key: namespace and name of a claim that the pods of a workload name, also while it runs none. */
export const workloadsByClaim = {
  deployments: {
    name: "deployments-by-claim",
    on: "apps/v1/deployments",
    made: recipes["apps/v1/deployments"].byClaim,
    keys: ofPods,
  },
  replicaSets: {
    name: "replicasets-by-claim",
    on: "apps/v1/replicasets",
    made: recipes["apps/v1/replicasets"].byClaim,
    keys: ofPods,
  },
  daemonSets: {
    name: "daemonsets-by-claim",
    on: "apps/v1/daemonsets",
    made: recipes["apps/v1/daemonsets"].byClaim,
    keys: ofPods,
  },
  statefulSets: {
    name: "statefulsets-by-claim",
    on: "apps/v1/statefulsets",
    made: recipes["apps/v1/statefulsets"].byClaim,
    keys: ofPods,
  },
  jobs: { name: "jobs-by-claim", on: "batch/v1/jobs", made: recipes["batch/v1/jobs"].byClaim, keys: ofPods },
  cronJobs: {
    name: "cronjobs-by-claim",
    on: "batch/v1/cronjobs",
    made: recipes["batch/v1/cronjobs"].byClaim,
    keys: ofJobs,
  },
} as const satisfies {
  readonly deployments: Index<"apps/v1/deployments">;
  readonly replicaSets: Index<"apps/v1/replicasets">;
  readonly daemonSets: Index<"apps/v1/daemonsets">;
  readonly statefulSets: Index<"apps/v1/statefulsets">;
  readonly jobs: Index<"batch/v1/jobs">;
  readonly cronJobs: Index<"batch/v1/cronjobs">;
};
