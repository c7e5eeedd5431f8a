import type { AnyObject, ObjectRef, Shaped } from "./object.ts";

/** Names a kind that pvguard has no definition of, such as an operator's own: `other:db.example.org/v1/Database`. */
export type OtherResource = `other:${string}`;

/** What is read of an object of such a kind: its metadata, and what it says of its own state. */
export interface OtherObject extends AnyObject {
  /** Of an object by which a tool applies manifests: what it is told to do. */
  readonly spec?: OtherSpec;
  readonly status?: OtherStatus;
}

/** One shape for Argo CD's Application, and Flux' Kustomization and HelmRelease: no field of one means something else in another. */
export const applierShape = {
  spec: {
    syncPolicy: { automated: { enabled: "flag", prune: "flag", selfHeal: "flag" }, syncOptions: ["text"] },
    suspend: "flag",
    prune: "flag",
    deletionPolicy: "text",
    force: "flag",
    driftDetection: { mode: "text" },
  },
  status: {
    operationState: {
      phase: "text",
      message: "text",
      syncResult: {
        resources: [{ kind: "text", namespace: "text", name: "text", status: "text", message: "text" }],
      },
    },
    resources: [{ kind: "text", namespace: "text", name: "text" }],
  },
} as const;

type OfApplier = Shaped<typeof applierShape>;
export type OtherSpec = NonNullable<OfApplier["spec"]>;

export interface OtherStatus extends NonNullable<OfApplier["status"]> {
  readonly phase?: string;
  readonly conditions?: readonly OtherCondition[];
}

interface OtherCondition {
  readonly type: string;
  /** Those of Argo CD have none. */
  readonly status?: string;
  readonly reason?: string;
  readonly message?: string;
}

export function otherResource({ apiVersion, kind }: ObjectRef): OtherResource {
  return `other:${apiVersion}/${kind}`;
}

export function isOtherResource(resource: string): resource is OtherResource {
  return resource.startsWith("other:");
}

/** What an `OtherResource` names. */
export function otherKind(resource: OtherResource): { readonly apiVersion: string; readonly kind: string } {
  const name = resource.slice("other:".length);
  const slash = name.lastIndexOf("/");
  return { apiVersion: name.slice(0, slash), kind: name.slice(slash + 1) };
}
