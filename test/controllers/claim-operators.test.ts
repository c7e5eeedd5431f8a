/** One sample for each operator that is known to create claims: how it is recognised, and what it does with them. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { claimOperators, operatorDeletes, operatorOfKind } from "../../src/controllers/index.ts";
import { flatten } from "../../src/kubernetes/index.ts";
import { claim } from "../support/objects.ts";

type Facts = Parameters<typeof claim>[0];

/** The apiVersion of its custom resource, a claim of it, and how the sentence begins that says when it deletes the claim. */
const samples: ReadonlyMap<string, readonly [apiVersion: string, facts: Facts, deletes: string]> = new Map([
  ["CloudNativePG", ["postgresql.cnpg.io/v1", { labels: { "cnpg.io/cluster": "a" } }, ""]],
  [
    "Strimzi",
    [
      "core.strimzi.io/v1",
      { labels: { "strimzi.io/cluster": "a" }, annotations: { "strimzi.io/delete-claim": "true" } },
      "Strimzi deletes this claim when its node or its volume is removed from Kafka/a",
    ],
  ],
  [
    "ECK",
    [
      "elasticsearch.k8s.elastic.co/v1",
      { labels: { "elasticsearch.k8s.elastic.co/cluster-name": "a" } },
      "ECK deletes this claim as soon as no StatefulSet of Elasticsearch/a has a pod for it",
    ],
  ],
  ["the RabbitMQ cluster operator", ["rabbitmq.com/v1beta1", {}, ""]],
  [
    "PGO",
    [
      "postgres-operator.crunchydata.com/v1beta1",
      {
        labels: {
          "postgres-operator.crunchydata.com/cluster": "a",
          "postgres-operator.crunchydata.com/instance": "a-00-x7k2",
        },
        ownerReferences: [
          {
            apiVersion: "postgres-operator.crunchydata.com/v1beta1",
            kind: "PostgresCluster",
            name: "a",
            uid: "p",
          },
        ],
      },
      "PGO deletes this claim when its instance is removed from PostgresCluster/a",
    ],
  ],
  [
    "the Percona operator for PostgreSQL",
    [
      "pgv2.percona.com/v2",
      {
        labels: {
          "postgres-operator.crunchydata.com/cluster": "a",
          "postgres-operator.crunchydata.com/instance": "a-00-x7k2",
          "app.kubernetes.io/managed-by": "percona-postgresql-operator",
        },
      },
      "the Percona operator deletes this claim when PerconaPGCluster/a is deleted, if that has the finalizer",
    ],
  ],
  [
    "cass-operator",
    [
      "cassandra.datastax.com/v1beta1",
      { labels: { "cassandra.datastax.com/datacenter": "a" } },
      "cass-operator deletes this claim when CassandraDatacenter/a is deleted",
    ],
  ],
  [
    "the Zalando Postgres operator",
    [
      "acid.zalan.do/v1",
      { labels: { "cluster-name": "a", application: "spilo" } },
      "the Zalando Postgres operator deletes this claim when postgresql/a is deleted",
    ],
  ],
  [
    "the Percona operator for XtraDB",
    [
      "pxc.percona.com/v1",
      {
        labels: {
          "app.kubernetes.io/instance": "a",
          "app.kubernetes.io/managed-by": "percona-xtradb-cluster-operator",
        },
      },
      "the Percona operator deletes this claim when PerconaXtraDBCluster/a is deleted, if that has the finalizer",
    ],
  ],
  [
    "the Percona operator for MongoDB",
    [
      "psmdb.percona.com/v1",
      {
        labels: {
          "app.kubernetes.io/instance": "a",
          "app.kubernetes.io/managed-by": "percona-server-mongodb-operator",
        },
      },
      "the Percona operator deletes this claim when its pod no longer exists",
    ],
  ],
  [
    "the Prometheus operator",
    [
      "monitoring.coreos.com/v1",
      {
        labels: { "operator.prometheus.io/name": "a" },
        ownerReferences: [{ apiVersion: "apps/v1", kind: "StatefulSet", name: "prometheus-a", uid: "s" }],
      },
      "when spec.storage of its Prometheus or PrometheusAgent is changed",
    ],
  ],
  ["the MongoDB operator", ["mongodb.com/v1", {}, ""]],
  ["the MongoDB Community operator", ["mongodbcommunity.mongodb.com/v1", {}, ""]],
  [
    "the Vitess operator",
    [
      "planetscale.com/v2",
      { labels: { "planetscale.com/cluster": "a", "planetscale.com/component": "vttablet" } },
      "the Vitess operator deletes this claim when its pod is no longer part of VitessCluster/a",
    ],
  ],
  [
    "KubeDB",
    [
      "kubedb.com/v1",
      {
        labels: {
          "app.kubernetes.io/name": "postgreses.kubedb.com",
          "app.kubernetes.io/instance": "a",
          "app.kubernetes.io/managed-by": "kubedb.com",
        },
      },
      "KubeDB deletes this claim when postgreses.kubedb.com/a is deleted, unless spec.deletionPolicy",
    ],
  ],
]);

describe("an operator that creates claims", () => {
  for (const { name } of claimOperators) {
    test(name, () => {
      const [apiVersion, facts, deletes] = samples.get(name) ?? assert.fail("it has no sample");
      assert.equal(operatorOfKind({ apiVersion })?.name, name);
      const when = operatorDeletes(claim(facts));
      assert.ok((when === undefined ? "" : flatten(when, String)).startsWith(deletes));
      assert.equal(when === undefined, deletes === "");
    });
  }
});

test("a claim that only looks like one of an operator is not taken for it", () => {
  for (const facts of [
    { labels: { "cluster-name": "a" } },
    { labels: { "strimzi.io/cluster": "a" }, annotations: { "strimzi.io/delete-claim": "false" } },
    { annotations: { "strimzi.io/delete-claim": "true" } },
    { labels: { "app.kubernetes.io/instance": "a", "app.kubernetes.io/managed-by": "Helm" } },
    { labels: { "operator.prometheus.io/name": "a" } },
    { labels: { "postgres-operator.crunchydata.com/cluster": "a" } },
  ])
    assert.equal(operatorDeletes(claim(facts)), undefined);
  assert.equal(operatorOfKind({ apiVersion: "example.org/v1" }), undefined);
});
