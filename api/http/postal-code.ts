import { LRUCache } from 'lru-cache';
import { Router } from 'express';
import type { FindPostalAddress, PostalAddress } from '#/domain/ports/postal-code.ts';
import { Rejected } from './problem.ts';

const MOST_CACHED = 10_000;

/** `GET /api/postal-code/<cep>` with the postal service's field names; `{}` for an unknown CEP (checkout.50). */
export const postalCodeRoutes = (find: FindPostalAddress): Router => {
  const cache = new LRUCache<string, PostalAddress>({ max: MOST_CACHED });
  return Router().get('/:cep', async (request, response) => {
    const cep = request.params.cep.replace('-', '');
    if (!/^\d{8}$/.test(cep)) throw new Rejected('request/invalid-input');
    const address =
      cache.get(cep) ??
      (await find(cep).catch(() => {
        throw new Rejected('service/unavailable');
      }));
    if (address) cache.set(cep, address);
    response
      .set('Cache-Control', address ? 'public, max-age=3600' : 'no-store')
      .json(address ?? {});
  });
};
