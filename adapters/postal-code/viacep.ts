import { request } from 'undici';
import { z } from 'zod';
import { states } from '#/domain/brazil/states.ts';
import type { FindPostalAddress } from '#/domain/ports/postal-code.ts';

/** Empty if the field is no text or too long; then the buyer types it. */
const line = (maximum: number) => z.string().trim().max(maximum).catch('');

/** Towns with a single CEP have neither street nor district. */
const address = z.object({
  uf: z.enum(states),
  logradouro: line(120),
  bairro: line(80),
  localidade: line(80),
});

const TIMEOUT_MS = 3_000;
/** An answer has a few hundred bytes. */
const MOST_BYTES = 20_000;

const textOf = async (body: AsyncIterable<Uint8Array>): Promise<string> => {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Error('the postal-code service answered without end');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

/** ViaCEP's `GET /ws/{cep}/json/` (checkout.50) answers an unknown CEP with 200 and `{"erro": "true"}`. */
export const viaCep =
  (baseUrl: string): FindPostalAddress =>
  async (cep) => {
    const { statusCode, body } = await request(new URL(`/ws/${cep}/json/`, baseUrl), {
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    });
    const text = await textOf(body);
    if (statusCode !== 200) throw new Error(`the postal-code service answered ${statusCode}`);
    return address.safeParse(JSON.parse(text)).data;
  };
