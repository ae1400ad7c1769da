import { Router } from 'express';
import type { FindPostalAddress, PostalAddress } from '#/domain/ports/postal-code.ts';
import { Rejected } from './problem.ts';

const KEPT = 10_000;

/**
 * `GET /api/postal-code/<cep>`: the postal service's answer with its own field names; `{}` when there is no such CEP
 * (spec 1 §7: a reply without `uf` is treated as not found). Addresses hardly change, so answers are remembered.
 */
export const postalCodeRoutes = (find: FindPostalAddress): Router => {
  const known = new Map<string, PostalAddress | undefined>();
  return Router().get('/:cep', async (request, response) => {
    const cep = request.params.cep.replace('-', '');
    if (!/^\d{8}$/.test(cep)) throw new Rejected('request/invalid-input');
    if (!known.has(cep)) {
      const found = await find(cep).catch(() => {
        throw new Rejected('service/unavailable');
      });
      known.set(cep, found);
      if (known.size > KEPT) known.delete(known.keys().next().value ?? cep);
    }
    response.set('Cache-Control', 'public, max-age=3600').json(known.get(cep) ?? {});
  });
};
