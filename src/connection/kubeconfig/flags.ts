/** kubectl's common flags, as `genericclioptions.ConfigFlags` names them. */
export interface ConfigFlags {
  readonly kubeconfig?: string | undefined;
  readonly context?: string | undefined;
  readonly cluster?: string | undefined;
  readonly user?: string | undefined;
  readonly namespace?: string | undefined;
  readonly server?: string | undefined;
  readonly tlsServerName?: string | undefined;
  readonly insecureSkipTlsVerify?: boolean | undefined;
  readonly certificateAuthority?: string | undefined;
  readonly clientCertificate?: string | undefined;
  readonly clientKey?: string | undefined;
  readonly token?: string | undefined;
  readonly as?: string | undefined;
  readonly asUid?: string | undefined;
  readonly asGroup?: readonly string[] | undefined;
  /** Each `key=value`; a key may come more than once. */
  readonly asUserExtra?: readonly string[] | undefined;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  readonly requestTimeout?: string | undefined;
  readonly disableCompression?: boolean | undefined;
  /** Accepted as kubectl does; discovery is kept in memory only. */
  readonly cacheDir?: string | undefined;
}
