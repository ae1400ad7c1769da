import { masked } from './masks.ts';
import type { BuyerForm } from './buyer-form.ts';

/** The buyer's data that the address carries: `nome`, `email`, `telefone`, `cpf` (spec 1 §2.2). */
export const prefill = (
  query: URLSearchParams,
): Partial<Pick<BuyerForm, 'name' | 'email' | 'phone' | 'cpf'>> => {
  const name = query.get('nome')?.trim().slice(0, 30);
  const email = query.get('email')?.trim().slice(0, 254);
  const phone = query
    .get('telefone')
    ?.replace(/\D/g, '')
    .replace(/^55(?=\d{10,11}$)/, '');
  const cpf = query.get('cpf')?.replace(/\D/g, '');
  return {
    ...(name && { name }),
    ...(email && { email }),
    ...(phone && { phone: masked('phone', phone) }),
    ...(cpf && { cpf: masked('cpf', cpf) }),
  };
};
