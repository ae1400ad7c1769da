import { LRUCache } from 'lru-cache';
import { Router } from 'express';
import type { FindPostalAddress, PostalAddress } from '#/domain/ports/postal-code.ts';
import { Rejected } from './problem.ts';

const KEPT = 10_000;

/**
 * `GET /api/postal-code/<cep>`: the postal service's answer with its own field names; `{}` when there is no such CEP
 * (checkout.50: a reply without `uf` is treated as not found). Addresses hardly change, so they are cached; an unknown CEP
 * may exist tomorrow, so it is not.
 */
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
