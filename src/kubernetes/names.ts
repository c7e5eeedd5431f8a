/**
 * Is it a name that the API server allows for most objects, and for namespaces? Anything else came from a file, and must not end
 * up in a command.
 * kubernetes/apimachinery pkg/api/validation NameIsDNSSubdomain, v0.36.
 */
export function isObjectName(name: string): boolean {
  return /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/.test(name);
}

/** Is it what the API server accepts as a finalizer, and not only like one? */
export function isFinalizerName(name: string): boolean {
  return /^[A-Za-z0-9]([-A-Za-z0-9._/]*[A-Za-z0-9])?$/.test(name);
}
