import { ignoreAnnotation, type KubeObject } from "../../model/index.ts";

/** The annotations by which an object asks to ignore something; `undefined` for most objects. */
export function wishesOf({ metadata: { annotations } }: KubeObject): KubeObject["metadata"]["annotations"] {
  if (annotations === undefined || !Object.hasOwn(annotations, ignoreAnnotation)) return undefined;
  return Object.fromEntries(Object.entries(annotations).filter(([key]) => key.startsWith(ignoreAnnotation)));
}
