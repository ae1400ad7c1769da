import { fitToField, isTooLong } from './masks.ts';
import type { BuyerForm } from './buyer-form.ts';

/** Parameters of a checkout's URL with a buyer's data (checkout.1). */
export const PERSONAL_PARAMETERS = ['nome', 'email', 'telefone', 'cpf'] as const;

/** The form's initial values. */
export type Prefill = Partial<Pick<BuyerForm, 'name' | 'email' | 'phone' | 'cpf'>>;

export const prefill = (query: URLSearchParams): Prefill => {
  const name = fitToField('name', query.get('nome')?.trim() ?? '');
  const email = fitToField('email', query.get('email')?.trim() ?? '');
  const phone = fitToField('phone', query.get('telefone') ?? '');
  const cpf = fitToField('cpf', query.get('cpf') ?? '');
  return {
    ...(name && { name }),
    ...(email && { email }),
    ...(phone && { phone }),
    ...(cpf && { cpf }),
  };
};

/** Fields whose value in the URL was too long. Phone and CPF have masks instead. */
export const cutOff = (query: URLSearchParams): readonly (keyof Prefill)[] => {
  const texts = { name: query.get('nome'), email: query.get('email') };
  const names = ['name', 'email'] as const;
  return names.filter((name) => isTooLong(name, texts[name]?.trim() ?? ''));
};

const isPersonal = (part: string): boolean =>
  PERSONAL_PARAMETERS.some((name) => new URLSearchParams(part).has(name));

/** The query string, without `?`, without the buyer's data; the rest stays as written. */
export const withoutPrefill = (query: string): string =>
  query
    .split('&')
    .filter((part) => !isPersonal(part))
    .join('&');
