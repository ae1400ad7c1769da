import { LRUCache } from 'lru-cache';
import { Router } from 'express';
import type { FindPostalAddress, PostalAddress } from '#/domain/ports/postal-code.ts';
import { Rejected } from './problem.ts';

const KEPT = 10_000;

/** `GET /api/postal-code/<cep>` with the postal service's field names; `{}` for an unknown CEP (checkout.50). */
export const postalCodeRoutes = (find: FindPostalAddress): Router => {
  const known = new LRUCache<string, PostalAddress>({ max: KEPT });
  return Router().get('/:cep', async (request, response) => {
    const cep = request.params.cep.replace('-', '');
    if (!/^\d{8}$/.test(cep)) throw new Rejected('request/invalid-input');
    const address =
      known.get(cep) ??
      (await find(cep).catch(() => {
        throw new Rejected('service/unavailable');
      }));
    if (address) known.set(cep, address);
    response
      .set('Cache-Control', address ? 'public, max-age=3600' : 'no-store')
      .json(address ?? {});
  });
};
