import type { OtherObject, OtherSpec, OtherStatus } from "../../kubernetes/index.ts";
import { applierShape, isApplierKind, isRecord, own, recordIn, textIn } from "../../kubernetes/index.ts";
import type { TypeMeta } from "./index.ts";
import { Misfit, readerOf } from "./shape.ts";

/**
 * An object of a kind that pvguard has no definition of, if it can be told from another of its name. Its metadata has the same
 * fields as that of every object; in its status it can write what it likes, of which only what is usual is read.
 */
export function otherObject(value: unknown, { apiVersion, kind }: TypeMeta): OtherObject | undefined {
  const metadata = recordIn(value, "metadata");
  const [name, namespace, uid, deletionTimestamp] = ["name", "namespace", "uid", "deletionTimestamp"].map(
    (field) => textIn(metadata, field),
  );
  if (name === undefined || uid === undefined) return undefined;
  const finalizers = own(metadata, "finalizers");
  const applier = isApplierKind({ apiVersion, kind }) ? applierFields(value) : {};
  const status = { ...statusOf(recordIn(value, "status")), ...applier.status };
  return {
    apiVersion,
    kind,
    metadata: {
      name,
      uid,
      ...(namespace === undefined ? {} : { namespace }),
      ...(deletionTimestamp === undefined ? {} : { deletionTimestamp }),
      ...(Array.isArray(finalizers) ? { finalizers: finalizers.map(String) } : {}),
    },
    ...(applier.spec === undefined ? {} : { spec: applier.spec }),
    ...(Object.keys(status).length === 0 ? {} : { status }),
  };
}

const applierReader = readerOf(applierShape);

/** Of an object whose fields are not what the tool's own API says, none is read. */
function applierFields(value: unknown): { readonly spec?: OtherSpec; readonly status?: OtherStatus } {
  try {
    // The reader copies what the shape names, and nothing else.
    return applierReader(value, []) as ReturnType<typeof applierFields>;
  } catch (problem) {
    if (problem instanceof Misfit) return {};
    throw problem;
  }
}

/** Kubernetes API conventions, typical status properties: a phase, or conditions with a type and a status. */
function statusOf(status: { readonly [key: string]: unknown }): OtherStatus | undefined {
  const phase = textIn(status, "phase");
  const given = own(status, "conditions");
  const conditions = (Array.isArray(given) ? given : []).flatMap(conditionOf);
  if (phase === undefined && conditions.length === 0) return undefined;
  return {
    ...(phase === undefined ? {} : { phase }),
    ...(conditions.length === 0 ? {} : { conditions }),
  };
}

function conditionOf(value: unknown): NonNullable<OtherStatus["conditions"]> {
  if (!isRecord(value)) return [];
  const [type, status, reason, message] = ["type", "status", "reason", "message"].map((field) =>
    textIn(value, field),
  );
  if (type === undefined || (status === undefined && message === undefined)) return [];
  return [
    {
      type,
      ...(status === undefined ? {} : { status }),
      ...(reason === undefined ? {} : { reason }),
      ...(message === undefined ? {} : { message }),
    },
  ];
}
