import { type Index, recipes } from "../../model/index.ts";

/** Key: the name of a VolumeAttributesClass that the volume has. */
export const volumesByAttributesClass: Index<"v1/persistentvolumes"> = {
  name: "volumes-by-attributes-class",
  on: "v1/persistentvolumes",
  made: recipes["v1/persistentvolumes"].byAttributesClass,
  keys: ({ spec }) => namesIn(spec?.volumeAttributesClassName),
};

/** Key: the name of a VolumeAttributesClass that the claim asks for, has, or is being changed to. */
export const claimsByAttributesClass: Index<"v1/persistentvolumeclaims"> = {
  name: "claims-by-attributes-class",
  on: "v1/persistentvolumeclaims",
  made: recipes["v1/persistentvolumeclaims"].byAttributesClass,
  keys: ({ spec, status }) =>
    namesIn(
      spec?.volumeAttributesClassName,
      status?.currentVolumeAttributesClassName,
      status?.modifyVolumeStatus?.targetVolumeAttributesClassName,
    ),
};

function namesIn(...fields: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(fields.flatMap((name) => (name === undefined || name === "" ? [] : [name])))];
}
