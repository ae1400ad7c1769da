import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A fake ViaCEP (checkout.50), so that no test calls the real one. */
export interface PostalCodeService {
  /** URL for `POSTAL_CODE_URL`. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** The service fails for this code. */
export const BROKEN_POSTAL_CODE = '99999999';

const REPLIES: Readonly<Record<string, object>> = {
  '01001000': { uf: 'SP', logradouro: 'Praça da Sé', bairro: 'Sé', localidade: 'São Paulo' },
  // A town with a single postal code.
  '37640000': { uf: 'MG', logradouro: '', bairro: '', localidade: 'Extrema' },
};

export const startPostalCodeService = async (): Promise<PostalCodeService> => {
  const server = createServer((request, response) => {
    const [, cep = ''] = /^\/ws\/(\d{8})\/json\/$/.exec(request.url ?? '') ?? [];
    response.statusCode = cep === BROKEN_POSTAL_CODE ? 500 : 200;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(REPLIES[cep] ?? { erro: 'true' }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port }: AddressInfo = Object(server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
