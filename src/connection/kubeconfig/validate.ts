import { type Phrase, say } from "../../model/index.ts";
import type { ClusterEntry, ExecEntry, UserEntry } from "./config.ts";

/** Contradictions in a cluster. Mirrors kubernetes/client-go tools/clientcmd/validation.go `validateClusterInfo` (v1.36). */
export function clusterProblems(cluster: ClusterEntry, name: string): readonly Phrase[] {
  const problems: Phrase[] = [];
  if (cluster.verification === "skipped" && cluster.certificateAuthority !== undefined) {
    problems.push(
      say`specifying a root certificates file with the insecure flag is not allowed (cluster ${name})`,
    );
  }
  return problems;
}

/** Contradictions in a user. Mirrors kubernetes/client-go tools/clientcmd/validation.go `validateAuthInfo` (v1.36). */
export function userProblems(user: UserEntry, name: string): readonly Phrase[] {
  const problems: Phrase[] = [];
  if (user.clientCertificate !== undefined && user.clientKey === undefined) {
    problems.push(
      say`client-key-data or client-key must be specified for ${name} to use the clientCert authentication method.`,
    );
  }
  if (user.exec !== undefined) problems.push(...execProblems(user.exec, user, name));
  if (user.token !== undefined && (user.username ?? user.password) !== undefined) {
    problems.push(
      say`more than one authentication method found for ${name}; found [token basicAuth], only one is allowed`,
    );
  }
  const parts = user.asUid !== undefined || user.asGroups.length > 0 || user.asUserExtra.size > 0;
  if (parts && user.as === undefined) {
    problems.push(say`requesting uid, groups or user-extra for ${name} without impersonating a user`);
  }
  return problems;
}

function execProblems(exec: ExecEntry, user: UserEntry, name: string): readonly Phrase[] {
  const problems: Phrase[] = [];
  if (user.authProvider !== undefined) {
    problems.push(say`authProvider cannot be provided in combination with an exec plugin for ${name}`);
  }
  if (exec.command === undefined) {
    problems.push(say`command must be specified for ${name} to use exec authentication plugin`);
  }
  if (exec.apiVersion === undefined) {
    problems.push(say`apiVersion must be specified for ${name} to use exec authentication plugin`);
  }
  if (exec.env.some(([variable]) => variable === "")) {
    problems.push(say`env variable name must be specified for ${name} to use exec authentication plugin`);
  }
  return problems;
}
