import { ProblemError } from '#/web/lib/rpc.ts';

/** In bytes, for a certificate and its key. */
const LARGEST = 32 * 1_024;

export interface CertificateValues {
  readonly file: File | null;
  readonly passphrase: string;
}

export type CertificateError =
  | 'missing'
  | 'tooLarge'
  | 'wrongPassphrase'
  | 'legacy'
  | 'unusable'
  | 'expired';

export const certificateErrors = ({
  file,
}: Pick<CertificateValues, 'file'>): { readonly file: CertificateError | undefined } => {
  if (file === null) return { file: 'missing' };
  return { file: file.size > LARGEST ? 'tooLarge' : undefined };
};

const errorsByMessage: Readonly<Record<string, CertificateError>> = {
  passphrase: 'wrongPassphrase',
  legacy: 'legacy',
  unusable: 'unusable',
  expired: 'expired',
};

/** The field whose value the server refused, and its error; undefined for other failures. */
export const refusedCertificate = (
  failure: unknown,
): { readonly field: keyof CertificateValues; readonly error: CertificateError } | undefined => {
  const [problem] = failure instanceof ProblemError ? (failure.problem.errors ?? []) : [];
  const error = problem && errorsByMessage[problem.message];
  if (!error) return undefined;
  return { field: error === 'wrongPassphrase' ? 'passphrase' : 'file', error };
};

export const base64Of = async (file: Blob): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
};
