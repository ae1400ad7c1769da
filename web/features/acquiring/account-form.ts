import type { AcquirerShown } from '#/api/contract/acquiring.ts';

type AccountField = Pick<
  AcquirerShown['apis'][number]['fields'][number],
  'name' | 'required' | 'kind' | 'preset'
>;

/** What was typed, by the field's path. */
export type TypedAccount = Readonly<Record<string, string>>;

/** `https`: an address that does not lead to the public network; `refused`: the server says no more than no. */
export type AccountMistake = 'missing' | 'not-a-url' | 'https' | 'refused';

export type AccountMistakes = Readonly<Record<string, AccountMistake>>;

const mistakeIn = ({ required, kind }: AccountField, typed: string): AccountMistake | undefined => {
  if (typed === '') return required ? 'missing' : undefined;
  return kind === 'url' && !URL.canParse(typed) ? 'not-a-url' : undefined;
};

/** What can be seen to be wrong before it is sent. */
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

/** What the server found wrong, field by field; `rest` belongs to none of them. */
export const refusedFields = (
  fields: readonly Pick<AccountField, 'name'>[],
  errors: readonly { readonly path: string; readonly message: string }[],
): { readonly mistakes: AccountMistakes; readonly rest: readonly string[] } => {
  const names = new Set(fields.map(({ name }) => name));
  const told = errors.map(({ path, message }) => ({ name: path.replace(PATH, ''), message }));
  const mistakes = told
    .filter(({ name }) => names.has(name))
    .map(({ name, message }): [string, AccountMistake] => [
      name,
      message === 'https' ? 'https' : 'refused',
    ]);
  return {
    mistakes: Object.fromEntries(mistakes),
    rest: told.filter(({ name }) => !names.has(name)).map(({ message }) => message),
  };
};

/** Only what was filled in of these fields is sent; the rest is taken as preset, and so is the specification's API. */
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
