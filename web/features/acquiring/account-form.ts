import type { AcquirerShown } from '#/api/contract/acquiring.ts';

type AccountField = Pick<
  AcquirerShown['apis'][number]['fields'][number],
  'name' | 'required' | 'kind' | 'preset'
>;

/** The typed values, by the field's path. */
export type TypedAccount = Readonly<Record<string, string>>;

/** `https`: a URL that does not lead to the public network; `refused`: the server refused it without a reason. */
export type AccountMistake = 'missing' | 'not-a-url' | 'https' | 'refused';

export type AccountMistakes = Readonly<Record<string, AccountMistake>>;

const mistakeIn = ({ required, kind }: AccountField, typed: string): AccountMistake | undefined => {
  if (typed === '') return required ? 'missing' : undefined;
  return kind === 'url' && !URL.canParse(typed) ? 'not-a-url' : undefined;
};

/** Finds the mistakes that the browser can check before sending. */
export const accountMistakes = (
  fields: readonly AccountField[],
  typed: TypedAccount,
): AccountMistakes =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const mistake = mistakeIn(field, (typed[field.name] ?? '').trim());
      return mistake ? [[field.name, mistake]] : [];
    }),
  );

const PATH = /^account\./;

/** Maps the server's errors to fields; `rest` holds the errors that belong to no field. */
export const refusedFields = (
  fields: readonly Pick<AccountField, 'name'>[],
  errors: readonly { readonly path: string; readonly message: string }[],
): { readonly mistakes: AccountMistakes; readonly rest: readonly string[] } => {
  const names = new Set(fields.map(({ name }) => name));
  const refused = errors.map(({ path, message }) => ({ name: path.replace(PATH, ''), message }));
  const mistakes = refused
    .filter(({ name }) => names.has(name))
    .map(({ name, message }): [string, AccountMistake] => [
      name,
      message === 'https' ? 'https' : 'refused',
    ]);
  return {
    mistakes: Object.fromEntries(mistakes),
    rest: refused.filter(({ name }) => !names.has(name)).map(({ message }) => message),
  };
};

/** Returns only the filled-in fields; the server uses its presets for the rest, and the specification's API by default. */
export const filledIn = (
  fields: readonly Pick<AccountField, 'name'>[],
  typed: TypedAccount,
  api: AcquirerShown['api'],
): TypedAccount =>
  Object.fromEntries([
    ...(api === 'specification' ? [] : [['api', api] as const]),
    ...fields.flatMap(({ name }) => {
      const text = (typed[name] ?? '').trim();
      return text === '' ? [] : [[name, text] as const];
    }),
  ]);
