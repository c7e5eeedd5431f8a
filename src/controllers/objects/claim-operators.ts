import type { ObjectRef, PersistentVolumeClaim, Phrase } from "../../kubernetes/index.ts";
import { annotationOf, groupOf, labelOf, say, words } from "../../kubernetes/index.ts";

/** An operator that creates claims, or has them created, and what it does with them. */
interface ClaimOperator {
  readonly name: string;
  /** The API groups of its custom resources. */
  readonly groups: readonly string[];
  /** The kind that its claims belong to, and the label of a claim that has its name. */
  readonly kind: string;
  readonly label?: string;
  /** Labels that a claim has besides, where the other one alone says too little. */
  readonly besides?: readonly (readonly [label: string, value: string])[];
  /** What becomes of a claim that does not exist, where the operator itself creates it. */
  readonly missing?: Phrase;
  /** Which field of its custom resource holds the size, and what the operator does when that is changed. */
  readonly size?: Phrase;
  /** When it deletes a claim by itself, beside what the garbage collector does after an owner. */
  deletes?(claim: PersistentVolumeClaim, resource: string): Phrase | undefined;
  /** Repository, path, function, and the commit that was read. */
  readonly source: string;
}

/** Only what the sources show. Others create claims too, and nothing is known of them here. */
export const claimOperators: readonly ClaimOperator[] = [
  {
    name: "CloudNativePG",
    groups: ["postgresql.cnpg.io"],
    kind: "Cluster",
    label: "cnpg.io/cluster",
    missing: say`it creates a missing claim only for an instance whose pod runs, and not for one that is still to join`,
    source:
      "cloudnative-pg/cloudnative-pg pkg/reconciler/persistentvolumeclaim/build.go Build, status.go classifyPVC, instance.go reconcileMultipleInstancesMissingPVCs, at 38a9a047; cloudnative-pg/cloudnative-pg#10985, #11017",
  },
  {
    name: "Strimzi",
    groups: ["kafka.strimzi.io", "core.strimzi.io"],
    kind: "Kafka",
    label: "strimzi.io/cluster",
    missing: words(
      "it creates the claim again under the same name, without the data, when it next reconciles",
    ),
    deletes: (claim, resource) =>
      annotationOf(claim, "strimzi.io/delete-claim") === "true"
        ? say`Strimzi deletes this claim when its node or its volume is removed from ${resource} (strimzi.io/delete-claim: true)`
        : undefined,
    source:
      "strimzi/strimzi-kafka-operator cluster-operator/src/main/java/io/strimzi/operator/cluster: operator/assembly/PvcReconciler.java resizeAndReconcilePvcs, considerPersistentClaimDeletion, at 14526519; model/PersistentVolumeClaimUtils.java createPersistentVolumeClaim, at 058ec52a",
  },
  {
    name: "ECK",
    groups: ["elasticsearch.k8s.elastic.co"],
    kind: "Elasticsearch",
    label: "elasticsearch.k8s.elastic.co/cluster-name",
    deletes: (_, resource) =>
      say`ECK deletes this claim as soon as no StatefulSet of ${resource} has a pod for it, such as when its node set is scaled down, renamed or removed`,
    source:
      "elastic/cloud-on-k8s pkg/controller/elasticsearch/driver/stateful: pvc_gc.go GarbageCollectPVCs, at 0cc3373e; pvc_owner.go ReconcilePVCOwnerRefs, at 59f3e633",
  },
  {
    name: "the RabbitMQ cluster operator",
    groups: ["rabbitmq.com"],
    kind: "RabbitmqCluster",
    source: "rabbitmq/cluster-operator internal/resource/statefulset.go persistentVolumeClaim, at 6a8a87eb",
  },
  {
    name: "PGO",
    groups: ["postgres-operator.crunchydata.com"],
    kind: "PostgresCluster",
    label: "postgres-operator.crunchydata.com/cluster",
    deletes: (claim, resource) =>
      labelOf(claim, "postgres-operator.crunchydata.com/instance") !== undefined &&
      (claim.metadata.ownerReferences ?? []).some(
        ({ apiVersion = "", kind }) =>
          kind === "PostgresCluster" && groupOf(apiVersion) === "postgres-operator.crunchydata.com",
      )
        ? say`PGO deletes this claim when its instance is removed from ${resource}, such as when an instance set is scaled down or removed`
        : undefined,
    source:
      "CrunchyData/postgres-operator internal/controller/postgrescluster: volumes.go configureExistingPGVolumes, at 054ed384; instance.go deleteInstance, deleteControlled, at edd100f7",
  },
  {
    name: "the Percona operator for PostgreSQL",
    groups: ["pgv2.percona.com", "upstream.pgv2.percona.com"],
    kind: "PerconaPGCluster",
    label: "postgres-operator.crunchydata.com/cluster",
    besides: [["app.kubernetes.io/managed-by", "percona-postgresql-operator"]],
    deletes: (_, resource) =>
      say`the Percona operator deletes this claim when ${resource} is deleted, if that has the finalizer percona.com/delete-pvc`,
    source:
      "percona/percona-postgresql-operator percona/controller/pgcluster/finalizer.go deletePVC; internal/controller/postgrescluster/postgres.go reconcilePostgresDataVolume (no owner reference, so instance.go deleteInstance keeps it), at adafb34f",
  },
  {
    name: "cass-operator",
    groups: ["cassandra.datastax.com"],
    kind: "CassandraDatacenter",
    label: "cassandra.datastax.com/datacenter",
    deletes: (_, resource) =>
      say`cass-operator deletes this claim when ${resource} is deleted, unless that has the annotation cassandra.datastax.com/delete-pvc: "false" (v1.25 and newer)`,
    source:
      "k8ssandra/cass-operator pkg/reconciliation/reconcile_datacenter.go ProcessDeletion, deletePVCs; release notes of v1.25.0, #664",
  },
  {
    name: "the Zalando Postgres operator",
    groups: ["acid.zalan.do"],
    kind: "postgresql",
    label: "cluster-name",
    besides: [["application", "spilo"]],
    deletes: (_, resource) =>
      say`the Zalando Postgres operator deletes this claim when ${resource} is deleted, unless its setting enable_persistent_volume_claim_deletion is false`,
    source: "zalando/postgres-operator pkg/cluster/volumes.go deletePersistentVolumeClaims, at 02a70b74",
  },
  {
    name: "the Percona operator for XtraDB",
    groups: ["pxc.percona.com"],
    kind: "PerconaXtraDBCluster",
    label: "app.kubernetes.io/instance",
    besides: [["app.kubernetes.io/managed-by", "percona-xtradb-cluster-operator"]],
    size: words(
      "its size is set in volumeSpec of spec.pxc or spec.proxysql, and for spec.pxc only with enableVolumeExpansion: true does the operator grow the claims, and create the StatefulSet again without stopping its pods",
    ),
    deletes: (_, resource) =>
      say`the Percona operator deletes this claim when ${resource} is deleted, if that has the finalizer percona.com/delete-pxc-pvc, or delete-proxysql-pvc for ProxySQL`,
    source:
      "percona/percona-xtradb-cluster-operator pkg/controller/pxc/controller.go Reconcile, deletePVC; volumes.go reconcilePersistentVolumes, at b3b0b10a",
  },
  {
    name: "the Percona operator for MongoDB",
    groups: ["psmdb.percona.com"],
    kind: "PerconaServerMongoDB",
    label: "app.kubernetes.io/instance",
    besides: [["app.kubernetes.io/managed-by", "percona-server-mongodb-operator"]],
    size: words(
      "its size is set in volumeSpec of its replset, and only with enableVolumeExpansion: true does the operator grow the claims, and create the StatefulSet again without stopping its pods",
    ),
    deletes: (_, resource) =>
      say`the Percona operator deletes this claim when its pod no longer exists, such as after scaling down, or when ${resource} is deleted, if that has the finalizer percona.com/delete-psmdb-pvc`,
    source:
      "percona/percona-server-mongodb-operator pkg/controller/perconaservermongodb/finalizers.go deletePvcFinalizer; psmdb_controller.go deleteOrphanPVCs; volumes.go resizeVolumesIfNeeded, at b15af500",
  },
  {
    name: "the Prometheus operator",
    groups: ["monitoring.coreos.com"],
    kind: "Prometheus",
    label: "operator.prometheus.io/name",
    deletes: (claim) =>
      (claim.metadata.ownerReferences ?? []).some(({ kind }) => kind === "StatefulSet")
        ? say`when spec.storage of its Prometheus or PrometheusAgent is changed, the Prometheus operator deletes the StatefulSet and creates it again; the StatefulSet owns this claim (whenDeleted: Delete), so the claim is deleted with it`
        : undefined,
    source:
      "prometheus-operator/prometheus-operator pkg/prometheus/server/operator.go sync; pkg/k8s/statefulset.go ForceUpdateStatefulSet (propagation Foreground); pkg/prometheus/server/statefulset.go makeStatefulSet, at 6adcebc5",
  },
  {
    name: "the MongoDB operator",
    groups: ["mongodb.com"],
    kind: "MongoDB",
    source:
      "mongodb/mongodb-kubernetes controllers/operator/construct/database_construction.go buildPersistentVolumeClaimsFuncs; controllers/operator/create/create.go HandlePVCResize (propagation Orphan), at 67a92993",
  },
  {
    name: "the MongoDB Community operator",
    groups: ["mongodbcommunity.mongodb.com"],
    kind: "MongoDBCommunity",
    source:
      "mongodb/mongodb-kubernetes mongodb-community-operator/controllers/construct/mongodbstatefulset.go dataPvc, logsPvc, at 67a92993",
  },
  {
    name: "the Vitess operator",
    groups: ["planetscale.com"],
    kind: "VitessCluster",
    label: "planetscale.com/cluster",
    missing: words(
      "it creates the claim again under the same name, without the data, when it next reconciles",
    ),
    size: words(
      "its size is set in a dataVolumeClaimTemplate of that resource, and the operator only ever makes the claim larger",
    ),
    deletes: (claim, resource) =>
      labelOf(claim, "planetscale.com/component") === "etcd"
        ? say`the Vitess operator deletes this claim when its etcd member is no longer part of ${resource}`
        : say`the Vitess operator deletes this claim when its pod is no longer part of ${resource} and no longer exists, such as after its tablet pool or keyspace is removed`,
    source:
      "planetscale/vitess-operator pkg/operator/reconciler/object_set.go ReconcileObjectSet; pkg/controller/vitessshard/reconcile_tablets.go reconcileTablets, reconcile_backup_job.go; pkg/controller/etcdlockserver/reconcile_members.go; pkg/operator/vttablet/pvc.go UpdatePVCInPlace, at 6b0a1b8c",
  },
  {
    name: "KubeDB",
    groups: ["kubedb.com"],
    kind: "Postgres",
    label: "app.kubernetes.io/instance",
    besides: [["app.kubernetes.io/managed-by", "kubedb.com"]],
    deletes: (claim) =>
      say`KubeDB deletes this claim when ${labelOf(claim, "app.kubernetes.io/name") ?? "its database"}/${labelOf(claim, "app.kubernetes.io/instance") ?? ""} is deleted, unless spec.deletionPolicy of that (terminationPolicy in older versions) is Halt or DoNotTerminate`,
    source:
      "kubedb/apimachinery pkg/controller/deletion/deletion.go Do, ensureOwnerRefsOnOffshoots, removeOwnerRefsFromOffshoots, at 3941bd82; kubedb/postgres pkg/controller/postgres.go terminate, at 39f294df. The operators of newer versions are not public",
  },
];

/** The operator whose custom resource this is. */
export function operatorOfKind({ apiVersion }: Pick<ObjectRef, "apiVersion">): ClaimOperator | undefined {
  const group = groupOf(apiVersion);
  return claimOperators.find(({ groups }) => groups.includes(group));
}

/** When the operator of a claim deletes it by itself, as its labels and annotations tell. */
export function operatorDeletes(claim: PersistentVolumeClaim): Phrase | undefined {
  for (const { label, besides = [], kind, deletes, size } of claimOperators) {
    const resource = label === undefined ? undefined : labelOf(claim, label);
    if (resource === undefined || besides.some(([key, value]) => labelOf(claim, key) !== value)) continue;
    const when = deletes?.(claim, `${kind}/${resource}`);
    if (when !== undefined) return size === undefined ? when : say`${when}; ${size}`;
  }
  return undefined;
}
