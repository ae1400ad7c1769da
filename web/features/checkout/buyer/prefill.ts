import { fit, isTooLong } from './masks.ts';
import type { BuyerForm } from './buyer-form.ts';

/** The parameters of a checkout's URL that hold a buyer's data (checkout.1). */
export const PERSONAL_PARAMETERS = ['nome', 'email', 'telefone', 'cpf'] as const;

/** The initial values of the form. */
export type Prefill = Partial<Pick<BuyerForm, 'name' | 'email' | 'phone' | 'cpf'>>;

/** Reads the buyer's data from the URL. */
export const prefill = (query: URLSearchParams): Prefill => {
  const name = fit('name', query.get('nome')?.trim() ?? '');
  const email = fit('email', query.get('email')?.trim() ?? '');
  const phone = fit('phone', query.get('telefone') ?? '');
  const cpf = fit('cpf', query.get('cpf') ?? '');
  return {
    ...(name && { name }),
    ...(email && { email }),
    ...(phone && { phone }),
    ...(cpf && { cpf }),
  };
};

/**
 * Returns the fields whose value in the URL was too long. Phone and CPF are not checked: their masks cut off only digits beyond those of
 * the longest valid value.
 */
export const cutOff = (query: URLSearchParams): readonly (keyof Prefill)[] => {
  const texts = { name: query.get('nome'), email: query.get('email') };
  const names = ['name', 'email'] as const;
  return names.filter((name) => isTooLong(name, texts[name]?.trim() ?? ''));
};

const isPersonal = (part: string): boolean =>
  PERSONAL_PARAMETERS.some((name) => new URLSearchParams(part).has(name));

/**
 * Removes the buyer's data from a query string (without `?`), so that the page can pass the result on. Every other parameter stays
 * exactly as written.
 */
export const withoutPrefill = (query: string): string =>
  query
    .split('&')
    .filter((part) => !isPersonal(part))
    .join('&');
