import { request } from 'undici';
import { z } from 'zod';
import type { FindPostalAddress } from '#/domain/ports/postal-code.ts';

/** A CEP that does not exist is answered with 200 and `erro`, as text or as a boolean. */
const reply = z.union([
  z.object({
    uf: z.string().length(2),
    logradouro: z.string(),
    bairro: z.string(),
    localidade: z.string(),
  }),
  z.object({ erro: z.union([z.literal('true'), z.literal(true)]) }),
]);

const TIMEOUT_MS = 3_000;

/** ViaCEP's `GET /ws/{cep}/json/` (spec 1 §7). */
export const viaCep =
  (baseUrl: string): FindPostalAddress =>
  async (cep) => {
    const { statusCode, body } = await request(new URL(`/ws/${cep}/json/`, baseUrl), {
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`the postal-code service answered ${statusCode}`);
    const answer = reply.parse(JSON.parse(text));
    return 'erro' in answer ? undefined : answer;
  };
