import { z } from 'zod';
import { firstMessage } from '#/adapters/payments/kit/values/card.ts';
import { endpoint, type Operation } from '#/adapters/payments/kit/endpoint.ts';
import type { CardData } from '#/domain/ports/card.ts';
import { cardOnWire, envelopeOf } from './transactions-api.ts';

/** Exchanges a card for a token, which a charge sends as its card's `hash`. */

const token = z.union([
  z.object({ token: z.string().min(1) }).transform((reply) => reply.token),
  z.object({ id: z.coerce.string() }).transform(({ id }) => id),
]);
export const cardTokenAt = <Account>(path: string): Operation<Account, CardData, string> =>
  endpoint({
    method: 'POST',
    path: () => path,
    explain: firstMessage('Erro desconhecido.'),
    body: cardOnWire,
    reply: envelopeOf(token),
    result: (cardToken) => cardToken,
  });
