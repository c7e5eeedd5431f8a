import type { Accident } from "./accident.ts";
import { celText } from "./accident.ts";
import { isNotExempt } from "./exempt.ts";
import { mark } from "./mark.ts";

/** What becomes of an accident. `audit`: the server's audit log has it. `warn`: the client is warned, too. `deny`: it is refused. */
type Mode = "audit" | "warn" | "deny";

/** A selector as Kubernetes has it: only what it has in common is guarded. */
export interface LabelSelector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: "In" | "NotIn" | "Exists" | "DoesNotExist";
    readonly values?: readonly string[];
  }[];
}

export interface GuardOptions {
  readonly mode: Mode;
  /** Of namespaces. Objects outside of namespaces are guarded in any case. */
  readonly namespaces?: LabelSelector;
  /** Users and groups whose requests pass. */
  readonly exempt: readonly string[];
}

/** A policy or a binding, as it is applied: what the server would fill in is written out, so that both can be compared. */
export interface Manifest {
  readonly apiVersion: typeof apiVersion;
  readonly kind: "ValidatingAdmissionPolicy" | "ValidatingAdmissionPolicyBinding";
  readonly metadata: {
    readonly name: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec: object;
}

export interface Guard {
  readonly accident: Accident;
  readonly mode: Mode;
  readonly policy: Manifest;
  readonly binding: Manifest;
}

/** General availability is Kubernetes 1.30. */
const apiVersion = "admissionregistration.k8s.io/v1";

/** The annotation by which a person allows one object's accident: its value is the uid of that object, which no template has. */
export const unlocks = {
  DELETE: "pvguard.dev/allow-delete",
  UPDATE: "pvguard.dev/allow-change",
} as const satisfies Record<Accident["operation"], string>;

/** @returns the policy against one accident, with the binding that puts it in force */
export function guardFor(accident: Accident, options: GuardOptions): Guard {
  const { mode } = options;
  return { accident, mode, policy: policyFor(accident, options), binding: bindingFor(accident, options) };
}

function policyFor(accident: Accident, { mode, exempt }: GuardOptions): Manifest {
  const { about, operation, of, happens } = accident;
  return {
    apiVersion,
    kind: "ValidatingAdmissionPolicy",
    metadata: {
      name: mark.nameOf(accident),
      labels: mark.labels,
      annotations: { "pvguard.dev/about": about },
    },
    spec: {
      // Under Fail, what cannot be judged is refused even where the binding only warns. kubernetes/kubernetes
      // staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/validating/dispatcher.go `Dispatch` (v1.36).
      failurePolicy: mode === "deny" ? "Fail" : "Ignore",
      ...paramKindOf(accident),
      matchConstraints: {
        matchPolicy: "Equivalent",
        namespaceSelector: {},
        objectSelector: {},
        resourceRules: of.map(({ group, resources }) => ({
          apiGroups: [group],
          apiVersions: ["v1"],
          operations: [operation],
          resources,
          scope: "*",
        })),
      },
      matchConditions: [
        { name: "not-exempt", expression: isNotExempt(exempt) },
        { name: "not-allowed", expression: isNotAllowed(operation) },
        // What is being deleted already cannot be saved by refusing to delete it again.
        ...(operation === "DELETE"
          ? [{ name: "not-being-deleted", expression: "!has(oldObject.metadata.deletionTimestamp)" }]
          : []),
      ],
      validations: [
        {
          expression: `!(${happens})`,
          message: `pvguard: ${about}`,
          messageExpression: messageOf(accident, mode),
          reason: "Forbidden",
        },
      ],
    },
  };
}

function paramKindOf({ looks }: Accident): object {
  switch (looks) {
    case "at nothing else":
      return {};
    case "at each volume":
      return { paramKind: { apiVersion: "v1", kind: "PersistentVolume" } };
    case "at each pod of the namespace":
      return { paramKind: { apiVersion: "v1", kind: "Pod" } };
  }
}

/** CEL of type bool, over the object before the request: a request cannot bring its own permission. */
function isNotAllowed(operation: Accident["operation"]): string {
  const key = celText(unlocks[operation]);
  return `!(has(oldObject.metadata.annotations) && ${key} in oldObject.metadata.annotations && oldObject.metadata.annotations[${key}] == oldObject.metadata.uid)`;
}

/** CEL of type string: what would happen, and for deny, how to allow it. */
function messageOf({ message, operation, of }: Accident, mode: Mode): string {
  if (mode !== "deny") return `"pvguard: " + ${message} + ". This guard does not refuse it."`;
  const key = unlocks[operation];
  const [first, ...others] = of.map(
    ({ resources, namespaced, short }) =>
      [
        resources[0] ?? "",
        `${celText(`${short} `)} + oldObject.metadata.name${namespaced && short !== "namespace" ? ' + " -n " + oldObject.metadata.namespace' : ""}`,
      ] as const,
  );
  const which = others.reduce(
    (otherwise, [plural, command]) =>
      `(request.resource.resource == ${celText(plural)} ? ${command} : ${otherwise})`,
    first?.[1] ?? '""',
  );
  return `"pvguard: " + ${message} + ". To allow it: kubectl annotate " + ${which} + ${celText(` ${key}=`)} + oldObject.metadata.uid`;
}

const actions: Record<Mode, readonly string[]> = {
  audit: ["Audit"],
  warn: ["Warn", "Audit"],
  deny: ["Deny", "Audit"],
};

function bindingFor(accident: Accident, { mode, namespaces }: GuardOptions): Manifest {
  const isWithin = namespaces !== undefined && accident.of.some(({ namespaced }) => namespaced);
  const name = mark.nameOf(accident);
  return {
    apiVersion,
    kind: "ValidatingAdmissionPolicyBinding",
    metadata: { name, labels: mark.labels },
    spec: {
      policyName: name,
      // Without a namespace of its own it is that of the request. A cluster without volumes has nothing to lose.
      ...(accident.looks === "at nothing else"
        ? {}
        : { paramRef: { selector: {}, parameterNotFoundAction: "Allow" } }),
      validationActions: actions[mode],
      ...(isWithin
        ? {
            matchResources: {
              matchPolicy: "Equivalent",
              namespaceSelector: namespaces,
              objectSelector: {},
            },
          }
        : {}),
    },
  };
}
