import { fitted, isTooLong } from './masks.ts';
import type { BuyerForm } from './buyer-form.ts';

/** Parameters of a checkout's address that hold a buyer's data (checkout.1). */
export const PERSONAL_PARAMETERS = ['nome', 'email', 'telefone', 'cpf'] as const;

/** What the form begins with. */
export type Prefill = Partial<Pick<BuyerForm, 'name' | 'email' | 'phone' | 'cpf'>>;

/** The buyer's data that the address carries. */
export const prefill = (query: URLSearchParams): Prefill => {
  const name = fitted('name', query.get('nome')?.trim() ?? '');
  const email = fitted('email', query.get('email')?.trim() ?? '');
  const phone = fitted('phone', query.get('telefone') ?? '');
  const cpf = fitted('cpf', query.get('cpf') ?? '');
  return {
    ...(name && { name }),
    ...(email && { email }),
    ...(phone && { phone }),
    ...(cpf && { cpf }),
  };
};

/** Those of it that were longer than their field: of what is masked nothing is ever missed. */
export const cutOff = (query: URLSearchParams): readonly (keyof Prefill)[] => {
  const texts = { name: query.get('nome'), email: query.get('email') };
  const names = ['name', 'email'] as const;
  return names.filter((name) => isTooLong(name, texts[name]?.trim() ?? ''));
};

const isPersonal = (part: string): boolean =>
  PERSONAL_PARAMETERS.some((name) => new URLSearchParams(part).has(name));

/**
 * A query string, without `?`, without the buyer's data: the only form in which it is passed on, to pages or as utm data.
 * What is left stands as it was written, and is never longer.
 */
export const withoutPrefill = (query: string): string =>
  query
    .split('&')
    .filter((part) => !isPersonal(part))
    .join('&');
