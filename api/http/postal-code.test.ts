import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { expect } from 'chai';
import express, { type NextFunction, type Request, type Response } from 'express';
import { viaCep } from '#/adapters/postal-code/viacep.ts';
import { createLogger } from '#/api/operations/logger.ts';
import { postalCodeRoutes } from './postal-code.ts';
import { sendProblem } from './problem.ts';

const pracaDaSe = { uf: 'SP', logradouro: 'Praça da Sé', bairro: 'Sé', localidade: 'São Paulo' };

const listen = async (server: Server): Promise<string> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  return `http://127.0.0.1:${address.port}`;
};

describe('Address lookup by CEP', () => {
  let service: Server;
  let api: Server;
  let url: string;
  let answer: (response: ServerResponse) => void;
  let calls: number;

  beforeEach(async () => {
    calls = 0;
    service = createServer((request, response) => {
      calls += 1;
      expect(request.url).to.equal('/ws/01001000/json/');
      answer(response);
    });
    const logger = createLogger('silent');
    const app = express()
      .use('/api/postal-code', postalCodeRoutes(viaCep(await listen(service))))
      .use((error: unknown, request: Request, response: Response, _next: NextFunction) =>
        sendProblem(error, request, response, logger),
      );
    api = createServer(app);
    url = `${await listen(api)}/api/postal-code/01001-000`;
  });
  afterEach(() => {
    service.close();
    api.close();
  });

  const replyWith = (text: string, status = 200) => {
    answer = (response) => response.writeHead(status).end(text);
  };

  const lookUp = async () => {
    const response = await fetch(url);
    const { status, headers } = response;
    return { status, cache: headers.get('cache-control'), body: await response.json() };
  };

  it('asks the service once and caches the address', async () => {
    replyWith(JSON.stringify({ cep: '01001-000', complemento: 'lado ímpar', ...pracaDaSe }));
    const cachedAnswer = { status: 200, cache: 'public, max-age=3600', body: pracaDaSe };
    expect(await lookUp()).to.deep.equal(cachedAnswer);
    expect(await lookUp()).to.deep.equal(cachedAnswer);
    expect(calls).to.equal(1);
  });

  it('does not cache an unknown CEP, neither on the server nor in browsers', async () => {
    replyWith('{"erro": "true"}');
    expect(await lookUp()).to.deep.equal({ status: 200, cache: 'no-store', body: {} });
    replyWith(JSON.stringify(pracaDaSe));
    expect((await lookUp()).body).to.deep.equal(pracaDaSe);
  });

  it('returns no address for a reply without a Brazilian state', async () => {
    const { uf: _, ...stateless } = pracaDaSe;
    const replies = [
      { erro: true },
      stateless,
      { ...pracaDaSe, uf: '' },
      { ...pracaDaSe, uf: 'XX' },
      { uf: 7 },
    ];
    for (const reply of [
      ...replies,
      { ...pracaDaSe, uf: null },
      {},
      [],
      [pracaDaSe],
      null,
      'SP',
      7,
      true,
    ]) {
      replyWith(JSON.stringify(reply));
      expect((await lookUp()).body, JSON.stringify(reply)).to.deep.equal({});
    }
  });

  it('leaves a field empty when its value in the reply is invalid', async () => {
    const onlyState = { uf: 'SP', logradouro: '', bairro: '', localidade: '' };
    const [logradouro, bairro, localidade] = [null, ['x'], 'x'.repeat(121)];
    replyWith(JSON.stringify({ uf: 'SP', logradouro, bairro, localidade }));
    expect((await lookUp()).body).to.deep.equal(onlyState);
  });

  it('answers 503 while the service fails or sends nothing usable, and the address afterwards', async () => {
    const useless: readonly (() => void)[] = [
      () => replyWith('<html>manutenção</html>'),
      () => replyWith('{"uf":"SP"'),
      () => replyWith('', 200),
      () => replyWith(JSON.stringify(pracaDaSe), 500),
      () => replyWith('Bad Request', 400),
      () => replyWith(JSON.stringify({ ...pracaDaSe, more: 'x'.repeat(30_000) })),
      () => void (answer = (response) => response.destroy()),
    ];
    for (const reply of useless) {
      reply();
      const { status, body } = await lookUp();
      expect([status, Object(body).code]).to.deep.equal([503, 'service/unavailable']);
    }
    replyWith(JSON.stringify(pracaDaSe));
    expect((await lookUp()).body).to.deep.equal(pracaDaSe);
  });
});
