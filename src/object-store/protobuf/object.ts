/** An object that came alone. It is not read yet. */
export class ProtobufObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly message: Buffer;

  constructor(apiVersion: string, kind: string, message: Buffer) {
    this.apiVersion = apiVersion;
    this.kind = kind;
    this.message = message;
  }
}
