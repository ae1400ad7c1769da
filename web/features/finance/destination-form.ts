import type { InputOf } from '#/api/contract/contract.ts';
import { documentType, normaliseDocument } from '#/domain/brazil/document.ts';
import { detectPixKeyType, normalisePixKey, findPixKeyError } from '#/domain/brazil/pix-key.ts';
import { ProblemError } from '#/web/lib/rpc.ts';
import type { FormErrors } from '#/web/ui/form/use-checked-form.ts';

export interface DestinationValues {
  readonly pixKey: string;
  /** Whether the key belongs to another person than the seller. */
  readonly isOther: boolean;
  /** The holder's name, if `isOther`. */
  readonly holderName: string;
  readonly holderDocument: string;
}

export const emptyDestination: DestinationValues = {
  pixKey: '',
  isOther: false,
  holderName: '',
  holderDocument: '',
};

const KEY_ERRORS = { CPF: 'keyCpf', CNPJ: 'keyCnpj', UNKNOWN: 'keyUnknown' } as const;

/** The CPF or CNPJ that the key is; undefined for other kinds of keys. */
const documentIn = (pixKey: string): string | undefined => {
  const type = detectPixKeyType(pixKey);
  return type === 'CPF' || type === 'CNPJ' ? normalisePixKey(type, pixKey) : undefined;
};

const keyError = ({ pixKey, isOther }: DestinationValues, own: string | null) => {
  if (pixKey.trim() === '') return 'keyMissing';
  const error = findPixKeyError(pixKey);
  if (error) return KEY_ERRORS[error];
  const document = documentIn(pixKey);
  const isOfOther = document !== undefined && own !== null && document !== normaliseDocument(own);
  return isOfOther && !isOther ? 'keyOfOther' : undefined;
};

const documentError = ({ pixKey, holderDocument }: DestinationValues) => {
  if (documentType(holderDocument) === undefined) return 'documentWrong';
  const document = documentIn(pixKey);
  const isOfOther = document !== undefined && document !== normaliseDocument(holderDocument);
  return isOfOther ? 'documentOfOther' : undefined;
};

export type DestinationError =
  | NonNullable<ReturnType<typeof keyError | typeof documentError>>
  | 'nameMissing';

/** The server checks again. @param own the seller's CPF or CNPJ; null if unknown */
export const destinationErrors = (
  values: DestinationValues,
  own: string | null,
): FormErrors<DestinationValues, DestinationError> => {
  const pixKey = keyError(values, own);
  if (!values.isOther) return { pixKey };
  return {
    pixKey,
    holderName: values.holderName.trim() === '' ? 'nameMissing' : undefined,
    holderDocument: documentError(values),
  };
};

export const destinationInput = ({
  pixKey,
  isOther,
  holderName,
  holderDocument,
}: DestinationValues): InputOf<'seller.declareDestination'> => ({
  pixKey: pixKey.trim(),
  ...(isOther && { holder: { name: holderName.trim(), document: holderDocument.trim() } }),
});

const REFUSED_KEY: readonly string[] = [
  'withdrawal/invalid-pix-key',
  'withdrawal/invalid-cpf-key',
  'withdrawal/invalid-cnpj-key',
  'destination/other-holder',
];

/** Whether the server refused the key: then the error text belongs at the field. */
export const isKeyRefused = (failure: Error | null): boolean =>
  failure instanceof ProblemError && REFUSED_KEY.includes(failure.problem.code);
