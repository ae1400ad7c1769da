/** Secrets of platforms and sellers, such as those presented to acquirers. They must not appear in an event, log line or export. */
export interface Credentials {
  readonly put: (owner: string, name: string, value: unknown) => Promise<void>;
  /** Undefined = none. @throws WrongMasterKey */
  readonly get: (owner: string, name: string) => Promise<unknown>;
  readonly names: (owner: string) => Promise<readonly string[]>;
  readonly remove: (owner: string, name: string) => Promise<void>;
}

/** With this context, a ciphertext copied to another owner or name cannot be decrypted. */
export const credentialContext = (of: { readonly owner: string; readonly name: string }): string =>
  `credential/${JSON.stringify([of.owner, of.name])}`;
