import type { AcquirerShown } from '#/api/contract/acquiring.ts';

type AccountField = Pick<
  AcquirerShown['apis'][number]['fields'][number],
  'name' | 'required' | 'kind' | 'preset'
>;

type NamedField = Pick<AccountField, 'name'>;

/** The typed texts, each under `keyOf` of its field; a field without input is absent. */
export type AccountValues = Readonly<Record<string, string | undefined>>;

/** `missing`: a required value; `https`: the server needs an https address; `refused`: the server has another reason. */
export type AccountError = 'missing' | 'not-a-url' | 'https' | 'refused';

export type AccountErrors = Readonly<Record<string, AccountError>>;

/** The field's name in the form. Dots become slashes, because the form makes an object of `source.number`. */
export const keyOf = ({ name }: NamedField): string => name.replaceAll('.', '/');

const textOf = (values: AccountValues, field: NamedField): string =>
  (values[keyOf(field)] ?? '').trim();

const errorIn = ({ required, kind }: AccountField, text: string): AccountError | undefined => {
  if (text === '') return required ? 'missing' : undefined;
  return kind === 'url' && !URL.canParse(text) ? 'not-a-url' : undefined;
};

/** Errors that the browser can find before sending. */
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

/** Maps the server's errors to fields; `rest` has the messages that fit no field. */
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

/** Leaves out empty fields, for which the server has defaults, and `api` if it is the server's default. */
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
