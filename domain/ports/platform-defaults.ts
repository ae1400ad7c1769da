/** A client certificate with its key, as a PEM or a PKCS #12, stored with the secrets. */
export interface StoredCertificate {
  /** The file in base64. */
  readonly content: string;
  readonly passphrase?: string | undefined;
}

/** A platform's settings for all its accounts at acquirers; an account's own settings take precedence. */
export interface PlatformDefaults {
  /** The PIX key that charges are paid to (`chave` of `POST /cob`). */
  readonly receiver?: string | undefined;
  readonly certificates: {
    readonly CASH_IN?: StoredCertificate | undefined;
    readonly CASH_OUT?: StoredCertificate | undefined;
  };
}

export const NO_DEFAULTS: PlatformDefaults = { certificates: {} };
