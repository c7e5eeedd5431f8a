const version = process.env.PVGUARD_E2E_KUBERNETES ?? "";
const isOld = /^v1\.(?:2\d|3[0-3])\./.test(version);

/** From 1.34 on the server keeps old lists in its own memory too, whatever etcd has forgotten. */
export const apiServerArgs: readonly string[] = isOld ? [] : ["--feature-gates=ListFromCacheSnapshot=false"];
