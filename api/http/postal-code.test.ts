import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { expect } from 'chai';
import express, { type NextFunction, type Request, type Response } from 'express';
import { viaCep } from '#/adapters/postal-code/viacep.ts';
import { createLogger } from '#/api/operations/logger.ts';
import { postalCodeRoutes } from './postal-code.ts';
import { sendProblem } from './problem.ts';

const se = { uf: 'SP', logradouro: 'Praça da Sé', bairro: 'Sé', localidade: 'São Paulo' };

const opened = async (server: Server): Promise<string> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  return `http://127.0.0.1:${address.port}`;
};

describe('the address of a CEP', () => {
  let service: Server;
  let ours: Server;
  let url: string;
  let answer: (response: ServerResponse) => void;
  let asked: number;

  beforeEach(async () => {
    asked = 0;
    service = createServer((request, response) => {
      asked += 1;
      expect(request.url).to.equal('/ws/01001000/json/');
      answer(response);
    });
    const logger = createLogger('silent');
    const app = express()
      .use('/api/postal-code', postalCodeRoutes(viaCep(await opened(service))))
      .use((error: unknown, request: Request, response: Response, _next: NextFunction) =>
        sendProblem(error, request, response, logger),
      );
    ours = createServer(app);
    url = `${await opened(ours)}/api/postal-code/01001-000`;
  });
  afterEach(() => {
    service.close();
    ours.close();
  });

  const says = (text: string, status = 200) => {
    answer = (response) => response.writeHead(status).end(text);
  };

  const look = async () => {
    const response = await fetch(url);
    const { status, headers } = response;
    return { status, cache: headers.get('cache-control'), body: await response.json() };
  };

  it('is asked for once, and kept', async () => {
    says(JSON.stringify({ cep: '01001-000', complemento: 'lado ímpar', ...se }));
    const kept = { status: 200, cache: 'public, max-age=3600', body: se };
    expect(await look()).to.deep.equal(kept);
    expect(await look()).to.deep.equal(kept);
    expect(asked).to.equal(1);
  });

  it('is looked for again when there was none, here and in browsers', async () => {
    says('{"erro": "true"}');
    expect(await look()).to.deep.equal({ status: 200, cache: 'no-store', body: {} });
    says(JSON.stringify(se));
    expect((await look()).body).to.deep.equal(se);
  });

  it('is none in any reply without a state of Brazil', async () => {
    const { uf: _, ...stateless } = se;
    const replies = [{ erro: true }, stateless, { ...se, uf: '' }, { ...se, uf: 'XX' }, { uf: 7 }];
    for (const reply of [...replies, { ...se, uf: null }, {}, [], [se], null, 'SP', 7, true]) {
      says(JSON.stringify(reply));
      expect((await look()).body, JSON.stringify(reply)).to.deep.equal({});
    }
  });

  it('leaves to the buyer what the reply does not say as it should', async () => {
    const bare = { uf: 'SP', logradouro: '', bairro: '', localidade: '' };
    const [logradouro, bairro, localidade] = [null, ['x'], 'x'.repeat(121)];
    says(JSON.stringify({ uf: 'SP', logradouro, bairro, localidade }));
    expect((await look()).body).to.deep.equal(bare);
  });

  it('could not be looked up, in a sentence, when the service says nothing of use', async () => {
    const useless: readonly (() => void)[] = [
      () => says('<html>manutenção</html>'),
      () => says('{"uf":"SP"'),
      () => says('', 200),
      () => says(JSON.stringify(se), 500),
      () => says('Bad Request', 400),
      () => says(JSON.stringify({ ...se, more: 'x'.repeat(30_000) })),
      () => void (answer = (response) => response.destroy()),
    ];
    for (const say of useless) {
      say();
      const { status, body } = await look();
      expect([status, Object(body).code]).to.deep.equal([503, 'service/unavailable']);
    }
    says(JSON.stringify(se));
    expect((await look()).body).to.deep.equal(se);
  });
});
