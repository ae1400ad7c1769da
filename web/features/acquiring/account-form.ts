import type { AcquirerShown } from '#/api/contract/acquiring.ts';

type AccountField = Pick<
  AcquirerShown['apis'][number]['fields'][number],
  'name' | 'required' | 'kind' | 'preset'
>;

type NamedField = Pick<AccountField, 'name'>;

/** The typed values, by the `keyOf` of each field. Fields that were not typed in are absent. */
export type AccountValues = Readonly<Record<string, string | undefined>>;

/**
 * `missing`: the field is empty, but it is required, or the server has no default of the platform for it; `not-a-url`: the browser cannot
 * parse the text as a URL; `https`: the server refused the value, because it is not an https address of the public network; `refused`: the
 * server refused the value for another reason.
 */
export type AccountError = 'missing' | 'not-a-url' | 'https' | 'refused';

export type AccountErrors = Readonly<Record<string, AccountError>>;

/** The name of a field in the form, where a dot (`source.number`) would make an object. */
export const keyOf = ({ name }: NamedField): string => name.replaceAll('.', '/');

const textOf = (values: AccountValues, field: NamedField): string =>
  (values[keyOf(field)] ?? '').trim();

const errorIn = ({ required, kind }: AccountField, text: string): AccountError | undefined => {
  if (text === '') return required ? 'missing' : undefined;
  return kind === 'url' && !URL.canParse(text) ? 'not-a-url' : undefined;
};

/** Finds the errors that the browser can find before sending. */
export const accountErrors = (
  fields: readonly AccountField[],
  values: AccountValues,
): AccountErrors =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const error = errorIn(field, textOf(values, field));
      return error ? [[keyOf(field), error]] : [];
    }),
  );

const PATH = /^account\./;

/** Maps the server's errors to fields; `rest` holds the errors that belong to no field. */
export const refusedFields = (
  fields: readonly NamedField[],
  problems: readonly { readonly path: string; readonly message: string }[],
): { readonly errors: AccountErrors; readonly rest: readonly string[] } => {
  const errors: Record<string, AccountError> = {};
  const rest: string[] = [];
  for (const { path, message } of problems) {
    const field = fields.find(({ name }) => name === path.replace(PATH, ''));
    if (field)
      errors[keyOf(field)] = message === 'https' || message === 'missing' ? message : 'refused';
    else rest.push(message);
  }
  return { errors, rest };
};

/**
 * Returns the account to send: the fields that are filled in, and the API that the user chose for this acquirer. An empty field is left
 * out, so that the server uses the field's preset, if there is one. The API `specification` is left out too: it is the server's default.
 */
export const filledInFields = (
  fields: readonly NamedField[],
  values: AccountValues,
  api: AcquirerShown['api'],
): Readonly<Record<string, string>> =>
  Object.fromEntries([
    ...(api === 'specification' ? [] : [['api', api] as const]),
    ...fields.flatMap((field) => {
      const text = textOf(values, field);
      return text === '' ? [] : [[field.name, text] as const];
    }),
  ]);
