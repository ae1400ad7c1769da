import type { AcquirerShown } from '#/api/contract/acquiring.ts';

type AccountField = Pick<
  AcquirerShown['apis'][number]['fields'][number],
  'name' | 'required' | 'kind' | 'preset'
>;

type Named = Pick<AccountField, 'name'>;

/** The typed values, by `keyOf` the field. Fields that were not typed in are absent. */
export type AccountValues = Readonly<Record<string, string | undefined>>;

/** `https`: a URL that does not lead to the public network; `refused`: the server refused it without a reason. */
export type AccountError = 'missing' | 'not-a-url' | 'https' | 'refused';

export type AccountErrors = Readonly<Record<string, AccountError>>;

/** The name of a field in the form, where a dot (`source.number`) would make an object. */
export const keyOf = ({ name }: Named): string => name.replaceAll('.', '/');

const typedIn = (values: AccountValues, field: Named): string =>
  (values[keyOf(field)] ?? '').trim();

const errorIn = ({ required, kind }: AccountField, typed: string): AccountError | undefined => {
  if (typed === '') return required ? 'missing' : undefined;
  return kind === 'url' && !URL.canParse(typed) ? 'not-a-url' : undefined;
};

/** Finds the errors that the browser can find before sending. */
export const accountErrors = (
  fields: readonly AccountField[],
  values: AccountValues,
): AccountErrors =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const error = errorIn(field, typedIn(values, field));
      return error ? [[keyOf(field), error]] : [];
    }),
  );

const PATH = /^account\./;

/** Maps the server's errors to fields; `rest` holds the errors that belong to no field. */
export const refusedFields = (
  fields: readonly Named[],
  problems: readonly { readonly path: string; readonly message: string }[],
): { readonly errors: AccountErrors; readonly rest: readonly string[] } => {
  const errors: Record<string, AccountError> = {};
  const rest: string[] = [];
  for (const { path, message } of problems) {
    const field = fields.find(({ name }) => name === path.replace(PATH, ''));
    if (field) errors[keyOf(field)] = message === 'https' ? 'https' : 'refused';
    else rest.push(message);
  }
  return { errors, rest };
};

/** Returns only the filled-in fields; the server uses its presets for the rest, and the specification's API by default. */
export const filledIn = (
  fields: readonly Named[],
  values: AccountValues,
  api: AcquirerShown['api'],
): Readonly<Record<string, string>> =>
  Object.fromEntries([
    ...(api === 'specification' ? [] : [['api', api] as const]),
    ...fields.flatMap((field) => {
      const text = typedIn(values, field);
      return text === '' ? [] : [[field.name, text] as const];
    }),
  ]);
