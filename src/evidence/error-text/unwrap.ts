/** An error as it is nested: who passed it on, and what the innermost one says. */
interface Unwrapped {
  /** The clauses around the cause, from the outside in, as they stand in the text. */
  readonly around: readonly string[];
  /** What is left when each wrapper is taken off. It is whole: nothing is cut from it. */
  readonly cause: string;
}

/** A hostile text can be nested as deeply as it is long. */
const deepest = 20;

/**
 * What a wrapper looks like: a clause of its own before a colon. Go wraps errors from the outside in, so that the cause is last:
 * `fmt.Errorf("failed to delete volume: %w", err)`.
 */
const wrappers: readonly RegExp[] = [
  // grpc/grpc-go internal/status/status.go Error.String.
  /^rpc error: code = \w+ desc = ?/,
  // kubernetes/kubernetes pkg/volume/util/operationexecutor/operation_generator.go GenerateError, and the summary of
  // pkg/kubelet/volumemanager/volume_manager.go WaitForAttachAndMount.
  /^\w+(?:\.\w+)? failed (?:while expanding volume )?for volume "[^"]*" ?: ?/,
  /^Expander\.\w+ failed to expand the volume ?: ?/,
  /^Unable to attach or mount volumes: (?:[\w ]+ volumes=\[[^\]]*\](?:, )?)*: ?/,
  /^error killing pod: failed to "\w+" for "[^"]*" with \w+: ?/,
  // kubernetes-sigs/sig-storage-lib-external-provisioner controller/controller.go provisionClaimOperation.
  /^failed to provision volume with StorageClass "[^"]*": ?/,
  // kubernetes-csi/external-resizer pkg/controller/controller.go resizePVC; kubernetes-csi/external-attacher pkg/controller/csi_handler.go csiDetach.
  /^resize volume "[^"]*" by resizer "[^"]*" failed: ?/,
  /^could not mark as (?:de|at)tached: ?/,
  // googleapis/google-api-go-client googleapi/googleapi.go Error.Error.
  /^googleapi: (?:Error |got HTTP response code )\d{3}:? ?/,
  // aws/smithy-go and aws/aws-sdk-go-v2: "operation error EC2: DeleteVolume, https response error StatusCode: 403, RequestID: ..., api error".
  /^operation error [^:]{1,60}: \w+, (?:exceeded maximum number of attempts, \d+, )?https response error StatusCode: \d+,(?: RequestID: [\w-]*,)? ?(?:api error )?/,
  /^(?:api error|error:) ?/i,
  // Azure/go-autorest and Azure/azure-sdk-for-go as the azuredisk driver words them.
  /^Retriable: \w+, RetryAfter: \w+, HTTPStatusCode: \d{3}, RawError: ?/,
  /^[^\n]{0,300}? failed with [\w.]+#\w+: Failure (?:sending|responding to) request: StatusCode=\d+ -- Original Error: ?/,
  // kubernetes/mount-utils mount_linux.go doMount.
  /^exit status \d+[:\n] ?/,
  /^(?:Unm|M)ounting command: [^\n]*\n(?:Unm|M)ounting arguments: [^\n]*\nOutput: ?/,
  // kubernetes-sigs/vsphere-csi-driver pkg/csi/service/common/vsphereutil.go: what is left of "failed to delete volume: "id". Error: ...".
  /^"[^"]*"\. Error: ?/,
  // vmware/govmomi soap/error.go soapFaultError.Error.
  /^ServerFaultCode: ?/,
  // ceph/go-ceph and ceph-csi internal/util: "rados: ret=-2, No such file or directory: \"...\"".
  /^(?:rados|rbd|cephfs): ret=-?\d+, [^:"]{1,80}: (?=")/,
  // "failed to delete volume X: ...", "Could not detach volume "X" from node "Y": ...", "... failed with error ...".
  /^(?:failed|unable|error|cannot|could not|couldn't|fail|failure)\b[^:]{1,200}: ?/i,
  /^[^:]{0,200}?\bfailed with error:? ?/i,
  /^[^:\n]{1,120} failed: ?/,
];

/** The message in an answer of a JSON API, however deep it stands: `{"error":{"code":"X","message":"..."}}`. */
const jsonMessage = /^\{.{0,400}?"message": ?"(?<message>(?:[^"\\]|\\.)*)"/is;

/** Takes the wrappers off an error, to its innermost cause. Where nothing is known as a wrapper, the text itself is the cause. */
export function unwrap(text: string): Unwrapped {
  const around: string[] = [];
  let cause = text.trim();
  for (let depth = 0; depth < deepest; depth++) {
    const layer = layerOf(cause);
    if (layer === undefined || layer.rest === "") break;
    around.push(layer.wrapper);
    cause = layer.rest;
  }
  return { around, cause };
}

interface Layer {
  readonly wrapper: string;
  readonly rest: string;
}

function layerOf(text: string): Layer | undefined {
  const { message: json } = jsonMessage.exec(text)?.groups ?? {};
  if (json !== undefined) return { wrapper: text.slice(0, text.indexOf(json)), rest: unescaped(json) };
  for (const wrapper of wrappers) {
    const found = wrapper.exec(text);
    if (found !== null)
      return { wrapper: found[0].trim(), rest: unquoted(text.slice(found[0].length).trim()) };
  }
  return undefined;
}

/** A whole error in quotes is that error: Go writes it with `%q`. */
function unquoted(text: string): string {
  const [, inside] = /^"((?:[^"\\]|\\.){8,})"$/s.exec(text) ?? [];
  return inside === undefined || !inside.includes(" ") ? text : unescaped(inside);
}

function unescaped(text: string): string {
  return text.replace(/\\(["\\])/g, "$1");
}
