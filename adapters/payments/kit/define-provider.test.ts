import { attempt } from '#/adapters/payments/evidence/samples.ts';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

import { expect } from 'chai';
import { z } from 'zod';

import { failureOf } from '#/adapters/payments/testing/failure-of.ts';
import { cents } from '#/domain/values/money.ts';
import type { PaymentStatus } from '#/domain/ports/charge.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';

import { inCents } from './values/amount.ts';
import { bearer } from './network/auth.ts';
import { statusMap } from './status.ts';
import { defineProvider } from './define-provider.ts';
import { openHere } from '#/adapters/payments/evidence/open-here.ts';
import { endpoint, lookup } from './endpoint.ts';

const SECRET = 'sk_test_9f8e7d6c5b4a';

const refundReply = z.object({ id: z.string(), done: z.boolean() });

const probe = defineProvider({
  id: 'probe',
  label: 'Probe',
  evidence: 'spec',
  account: z.object({ baseUrl: z.url(), secretKey: z.string() }),
  channels: ({ baseUrl, secretKey }) => ({ main: { baseUrl, auth: bearer(secretKey) } }),
  amount: inCents,
  status: statusMap<PaymentStatus>({ APPROVED: ['paid'] }, { otherwise: 'PENDING' }),
  declines: { refund: [{ status: 422, body: z.object({ code: z.literal('no_balance') }) }] },
  operations: {
    refund: endpoint({
      method: 'POST',
      path: ({ transactionId }) => `/charges/${transactionId}/refund`,
      body: ({ amount }) => ({ amount }),
      reply: refundReply,
      result: ({ id, done }) => ({ refundId: id, status: done }),
    }),
    getRefund: lookup({
      path: ({ refundId }) => `/refunds/${refundId}`,
      reply: refundReply,
      result: ({ id, done }) => ({ refundId: id, status: done }),
    }),
  },
});

type Responder = (request: IncomingMessage, response: ServerResponse) => void;

const request = { transactionId: 't1', refundId: 'r1', amount: cents(500), attempt } as const;

describe('Provider over HTTP', () => {
  let server: Server;
  let answer: Responder;
  let requests: { method: string; url: string; authorization: string; body: string }[];
  let provider: PaymentProvider;

  const json =
    (status: number, body: unknown): Responder =>
    (_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };

  before((done) => {
    server = createServer((incoming, response) => {
      let body = '';
      incoming.on('data', (chunk: Buffer) => (body += chunk.toString()));
      incoming.on('end', () => {
        const { method = '', url = '', headers } = incoming;
        requests.push({ method, url, authorization: headers.authorization ?? '', body });
        answer(incoming, response);
      });
    });
    server.listen(0, '127.0.0.1', done);
  });

  beforeEach(() => {
    requests = [];
    const address = server.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    const baseUrl = `http://127.0.0.1:${port}/v1/`;
    const timeouts = { headers: 300, body: 300, total: 1_500 };
    provider = openHere(probe, { baseUrl, secretKey: SECRET }, { timeouts });
  });

  after(() => {
    server.closeAllConnections();
    server.close();
  });

  it('sends one authorised JSON request and returns the parsed reply', async () => {
    answer = json(200, { id: 'r1', done: true, unknown: 1 });
    expect(await provider.refund?.(request)).to.deep.equal({ refundId: 'r1', status: true });
    expect(requests).to.deep.equal([
      {
        method: 'POST',
        url: '/v1/charges/t1/refund',
        authorization: `Bearer ${SECRET}`,
        body: '{"amount":500}',
      },
    ]);
  });

  it('offers only the operations that the provider file defines', () => {
    expect(provider).to.have.all.keys(
      'id',
      'label',
      'paymentMethods',
      'close',
      'withdrawMethods',
      'refund',
      'getRefund',
    );
  });

  it('returns undefined from a look-up that is answered with 404', async () => {
    answer = json(404, {});
    expect(await provider.getRefund?.(request)).to.equal(undefined);
  });

  const statuses = [
    [400, 'invalid'],
    [401, 'unauthorized'],
    [402, 'refused'],
    [403, 'unauthorized'],
    [404, 'invalid'],
    [409, 'invalid'],
    [422, 'invalid'],
    [425, 'unavailable'],
    [429, 'unavailable'],
    [408, 'unavailable'],
    [500, 'unavailable'],
    [503, 'unavailable'],
  ] as const;
  for (const [status, kind] of statuses) {
    it(`reports a refund answered with ${status} as ${kind} and possibly done`, async () => {
      answer = json(status, { message: 'no' });
      const failure = await failureOf(provider.refund?.(request));
      expect(failure).to.include({ kind, mayHaveHappened: true });
    });
  }

  it('reports a refund as not done when the answer is a refusal that the provider documents', async () => {
    answer = json(422, { code: 'no_balance' });
    const failure = await failureOf(provider.refund?.(request));
    expect(failure).to.include({ kind: 'invalid', mayHaveHappened: false });
  });

  it('reports a refund as possibly done when such a refusal has another status, another code or no code', async () => {
    const answers = [
      json(400, { code: 'no_balance' }),
      json(422, { code: 'already_refunded' }),
      json(422, {}),
      ((_request, response) => response.writeHead(422).end('<html>')) as Responder,
    ];
    for (const each of answers) {
      answer = each;
      expect((await failureOf(provider.refund?.(request))).mayHaveHappened).to.equal(true);
    }
  });

  const garbage: readonly (readonly [string, Responder])[] = [
    ['a page of HTML', (_request, response) => response.end('<html>maintenance</html>')],
    ['truncated JSON', (_request, response) => response.end('{"id":"r1","do')],
    ['an empty body', (_request, response) => response.end()],
    ['JSON of another shape', json(200, { id: 7 })],
    [
      'a reply of ten megabytes',
      json(200, { id: 'r1', done: true, padding: 'x'.repeat(10_000_000) }),
    ],
    [
      'a redirect',
      (_request, response) => response.writeHead(307, { location: '/elsewhere' }).end(),
    ],
  ];
  for (const [what, answerWith] of garbage) {
    it(`reports ${what} as unreadable, and the refund as possibly done`, async () => {
      answer = answerWith;
      const failure = await failureOf(provider.refund?.(request));
      expect(failure).to.include({ kind: 'unreadable', mayHaveHappened: true });
      expect(requests).to.have.length(1);
    });
  }

  const broken: readonly (readonly [string, Responder])[] = [
    ['never answers', () => undefined],
    ['closes the connection', (incoming) => incoming.socket.destroy()],
    [
      'stops in the middle of its reply',
      (_request, response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('{"id":');
      },
    ],
  ];
  for (const [what, answerWith] of broken) {
    it(`reports a refund as possibly done, without a retry, when the provider ${what}`, async () => {
      answer = answerWith;
      const failure = await failureOf(provider.refund?.(request));
      expect(failure).to.include({ kind: 'unavailable', mayHaveHappened: true });
      expect(requests).to.have.length(1);
    });
  }

  it('reports a refund as not done when the connection is refused', async () => {
    const unreachable = openHere(probe, { baseUrl: 'http://127.0.0.1:1', secretKey: SECRET });
    const failure = await failureOf(unreachable.refund?.(request));
    expect(failure).to.include({ kind: 'unavailable', mayHaveHappened: false });
  });

  it('retries a look-up once after a broken connection', async () => {
    answer = (incoming, response) => {
      if (requests.length === 1) incoming.socket.destroy();
      else json(200, { id: 'r1', done: true })(incoming, response);
    };
    expect(await provider.getRefund?.(request)).to.deep.equal({ refundId: 'r1', status: true });
    expect(requests).to.have.length(2);
  });

  it('gives up a look-up after its second broken connection, and reports it as not done', async () => {
    answer = (incoming) => incoming.socket.destroy();
    const failure = await failureOf(provider.getRefund?.(request));
    expect(failure).to.include({ kind: 'unavailable', mayHaveHappened: false });
    expect(requests).to.have.length(2);
  });

  it('quotes the error reply in the failure message, without secrets or personal data', async () => {
    answer = json(422, { message: `key ${SECRET} of fulano@example.com, CPF 529.982.247-25` });
    const { message } = await failureOf(provider.refund?.(request));
    expect(message).to.equal(
      'probe POST /charges/t1/refund: 422 ' +
        '{"message":"key [secret] of [e-mail], CPF [number]"}',
    );
  });
});
