import { expect } from 'chai';
import express from 'express';
import { eventually } from '#/scripts/testing/eventually.ts';
import { admission } from './admission.ts';
import { boundConnections, createHttpServer } from './http-server.ts';
import { sendProblem } from './problem.ts';
import { readBody } from './request-body.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { converse, hasStatus, statusOf, type Exchange } from './testing/converse.ts';

describe('Handling of malformed or oversized HTTP requests', () => {
  let world: ApiWorld;

  before(async () => {
    world = await apiWorld();
  });
  after(() => world.close());

  const answerTo = async (...bytes: readonly (string | Buffer)[]): Promise<Exchange> => {
    const conversation = converse(world.url, ...bytes);
    const exchange = await conversation.until((seen) => hasStatus(seen) || seen.closed);
    conversation.leave();
    return exchange;
  };

  const notFound = [
    '/checkout/%00',
    '/checkout/payment/%00',
    '/checkout/%ED%A0%80',
    '/checkout/payment/%E2%80%AE',
    `/checkout/${'x'.repeat(15_000)}`,
    `/checkout/payment/${'x'.repeat(15_000)}`,
    '/checkout/UPPER',
    '/checkout/..%2f..%2fetc%2fpasswd',
    '/checkout/%',
    '/checkout/payment/%E0%A4%A',
    '/assets/%00',
    '/assets/%',
    '/checkout/assets/..%2f..%2f..%2fetc%2fpasswd',
    '/files/%00',
    `/files/${'x'.repeat(15_000)}`,
    '/api/%00',
    '/api/files/%00',
    '/sandbox/boletos/%',
    '/api/webhooks/%00',
    '/api/webhooks/%',
  ];
  for (const path of notFound) {
    it(`answers 404 or 405 at ${path.slice(0, 60)}`, async () => {
      const exchange = await answerTo(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
      expect(statusOf(exchange), exchange.answered.slice(0, 300)).to.be.oneOf([404, 405]);
    });
  }

  const refused: readonly (readonly [string, string])[] = [
    ['a NUL byte as CEP', 'GET /api/postal-code/%00 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a CEP of 15 kB', `GET /api/postal-code/${'1'.repeat(15_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
    ['two different Host headers', 'GET /healthz HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n'],
    ['a repeated Host header', 'GET /healthz HTTP/1.1\r\nHost: x\r\nhost: x\r\n\r\n'],
    ['a missing Host header', 'GET /healthz HTTP/1.1\r\n\r\n'],
    ['a raw NUL byte in the path', 'GET /checkout/\0 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['an incomplete URL', 'GET http://[/api/session.get HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['overlong headers', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['bytes that are not HTTP', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'],
    [
      'a NUL byte as checkout id',
      'GET /api/checkout.getCheckout?checkoutId=%00 HTTP/1.1\r\nHost: x\r\n\r\n',
    ],
    [
      'a NUL byte as payment id',
      'GET /api/checkout.getPayment?paymentId=%00 HTTP/1.1\r\nHost: x\r\n\r\n',
    ],
    ['a WebSocket address without a handshake', 'GET /live HTTP/1.1\r\nHost: x\r\n\r\n'],
    [
      'a WebSocket handshake with two Host headers',
      'GET /live HTTP/1.1\r\nHost: x\r\nHost: y\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    ],
  ];
  for (const [what, text] of refused) {
    it(`rejects ${what} with a 4xx status`, async () => {
      const exchange = await answerTo(Buffer.from(text, 'latin1'));
      expect(statusOf(exchange), exchange.answered.slice(0, 300)).to.be.within(400, 499);
    });
  }

  it('never answers with 5xx, whatever the path', async () => {
    const alphabet = [
      '%00',
      '%',
      '/',
      '.',
      '..',
      '%2e',
      '%2F',
      'a',
      '-',
      '~',
      '%C3%A7',
      '%FF',
      ';',
    ];
    const starts = [
      '/checkout/',
      '/checkout/payment/',
      '/files/',
      '/api/',
      '/api/webhooks/',
      '//',
      '/',
    ];
    // The same paths in every run.
    let state = 42;
    const next = (below: number): number => (state = (state * 48_271) % 2_147_483_647) % below;
    for (let nth = 0; nth < 150; nth += 1) {
      const parts = Array.from({ length: 1 + next(8) }, () => alphabet[next(alphabet.length)]);
      const path = `${starts[next(starts.length)]}${parts.join('')}`;
      const { status } = await fetch(`${world.url}/`, { method: 'HEAD' });
      expect(status).to.equal(200);
      const exchange = await answerTo(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
      expect(statusOf(exchange), path).to.be.within(200, 499);
    }
  });

  const purchase = (headers: string): string =>
    `POST /api/checkout.purchase HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n\r\n`;

  it('answers 413 and closes the connection as soon as a body of 100 MB is announced', async () => {
    for (const path of ['/api/checkout.purchase', '/api/webhooks/sandbox/demo', '/checkout/x']) {
      const conversation = converse(
        world.url,
        `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000000\r\n\r\n{`,
      );
      const exchange = await conversation.until(({ closed }) => closed);
      expect(statusOf(exchange), path).to.equal(413);
    }
  });

  it('answers 413 and closes the connection when a chunked body exceeds the limit', async () => {
    const conversation = converse(world.url, purchase('Transfer-Encoding: chunked'));
    const chunk = `fff0\r\n${' '.repeat(0xfff0)}\r\n`;
    for (let sent = 0; sent < 3; sent += 1) conversation.say(chunk);
    const exchange = await conversation.until(hasStatus);
    expect(statusOf(exchange)).to.equal(413);
    await conversation.until(({ closed }) => closed);
  });

  it('answers without waiting for a body that no route reads', async () => {
    const conversation = converse(
      world.url,
      'POST /checkout/demo HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{',
    );
    await conversation.until(hasStatus);
    await conversation.until(({ closed }) => closed);
  });
});

describe('Limit of requests per address', () => {
  let world: ApiWorld;

  before(async () => {
    const few = { points: 3, seconds: 600 };
    world = await apiWorld({ limits: { page: few, asset: few, sandbox: few, health: few } });
  });
  after(() => world.close());

  const limitedPaths = [
    '/checkout/demo',
    '/assets/app.js',
    '/sandbox/boletos/x',
    '/healthz',
    '/API/../x',
  ];
  for (const path of limitedPaths) {
    it(`answers 429 at ${path} beyond the limit, without logging it`, async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => world.get(path)));
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused.length, path).to.be.at.least(17);
      for (const { headers, body } of refused) {
        expect(Object(body).code).to.equal('rate/limited');
        expect(Number(headers.get('retry-after'))).to.be.within(1, 600);
      }
      expect(world.logged.filter((line) => line.includes('"status":429'))).to.deep.equal([]);
    });
  }
});

describe('Limits of connections', () => {
  const serving = async (
    work: (url: string) => Promise<void>,
    {
      ceilings,
      // Long enough for a complete request on a busy machine.
      timeLimitMs = 30_000,
    }: { readonly ceilings?: { inAll: number; each: number }; readonly timeLimitMs?: number } = {},
  ): Promise<void> => {
    const world = await apiWorld();
    const { services } = world;
    const app = express();
    app.use(
      admission(services, async () => undefined, [
        { paths: ['/'], bodyBytes: 1_000, bodyMs: timeLimitMs },
      ]),
    );
    app.use(async (request, response) => {
      const body = await readBody(request, 1_000);
      response.send(String(body.length));
    });
    const onError: express.ErrorRequestHandler = (error, request, response, _next) =>
      sendProblem(error, request, response, services.logger);
    app.use(onError);
    const server = createHttpServer({
      headersTimeout: timeLimitMs,
      connectionsCheckingInterval: 20,
    });
    server.removeAllListeners('request');
    server.on('request', app);
    if (ceilings) boundConnections(server, ceilings, 0);
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('not listening');
    try {
      await work(`http://127.0.0.1:${address.port}`);
    } finally {
      server.close();
      server.closeAllConnections();
      await world.close();
    }
  };

  it('closes a connection with 408 when a body does not arrive in full', () =>
    serving(
      async (url) => {
        const conversation = converse(
          url,
          'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{',
        );
        expect(statusOf(await conversation.until(({ closed }) => closed))).to.equal(408);
      },
      { timeLimitMs: 100 },
    ));

  it('closes a connection whose headers do not arrive in full (408), or that sends nothing', () =>
    serving(
      async (url) => {
        const half = converse(url, 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ');
        expect(statusOf(await half.until(({ closed }) => closed))).to.equal(408);
        const silent = converse(url);
        await silent.until(({ closed }) => closed);
      },
      { timeLimitMs: 100 },
    ));

  it('allows only a limited number of connections per address', () =>
    serving(
      async (url) => {
        const request = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
        const allowed = [1, 2, 3].map(() => converse(url, request));
        for (const each of allowed) expect(statusOf(await each.until(hasStatus))).to.equal(200);
        const fourth = converse(url, request);
        expect((await fourth.until(({ closed }) => closed)).answered).to.equal('');
        allowed[0]?.leave();
        await eventually(async () => {
          const next = converse(url, request);
          const exchange = await next.until((seen) => hasStatus(seen) || seen.closed);
          next.leave();
          return hasStatus(exchange) || undefined;
        }, 'there is room again');
      },
      { ceilings: { inAll: 100, each: 3 } },
    ));

  it('closes idle connections to make room for new ones', () =>
    serving(
      async (url) => {
        const request = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
        const idle = Array.from({ length: 8 }, () => converse(url, request));
        for (const each of idle.slice(0, 7))
          await each.until((seen) => hasStatus(seen) || seen.closed);
        const newcomer = converse(url, request);
        expect(statusOf(await newcomer.until((seen) => hasStatus(seen) || seen.closed))).to.equal(
          200,
        );
        await idle[0]?.until(({ closed }) => closed);
      },
      { ceilings: { inAll: 10, each: 100 } },
    ));
});
