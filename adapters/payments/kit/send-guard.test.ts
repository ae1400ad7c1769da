import { expect } from 'chai';
import { z } from 'zod';
import { openHere } from '#/adapters/payments/evidence/open-here.ts';
import {
  sendJson,
  startCaseServer,
  type CaseServer,
  type ReceivedRequest,
} from '#/adapters/payments/evidence/case-server.ts';
import { attempt as unexpiredAttempt, pixCharge } from '#/adapters/payments/evidence/samples.ts';
import { failureOf } from '#/adapters/payments/testing/failure-of.ts';
import type { PaymentStatus } from '#/domain/ports/charge.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import { inCents } from './values/amount.ts';
import { bearer, clientForm } from './network/auth.ts';
import { defineProvider } from './define-provider.ts';
import type { ProviderContext } from './endpoint.ts';
import { refuse } from './failure.ts';
import { createSendGuard } from './send-guard.ts';
import { statusMap } from './status.ts';

const NOWHERE = 'http://127.0.0.1:1';
const account = z.object({ url: z.string(), tokenUrl: z.string() });
type Account = z.output<typeof account>;

type NextCall = (context: ProviderContext<Account>) => Promise<unknown>;

const reservation = z.object({ id: z.string() });
const decline = z.object({ error: z.literal('declined') });
const write = (via: string, path: string) => ({ method: 'POST', via, path, json: {} }) as const;

/** A provider that charges by one write, which reserves the money, with `before` and `after` around it. */
const inTwoCalls = (after: NextCall, before: NextCall = async () => undefined) =>
  defineProvider<Account>({
    id: 'probe',
    label: 'Probe',
    evidence: 'spec',
    account,
    channels: ({ url, tokenUrl }) => ({
      main: { baseUrl: url, auth: bearer('secret-for-tests') },
      byToken: { baseUrl: url, auth: clientForm('/token', 'id', 'secret-for-tests') },
      refusedToken: { baseUrl: url, auth: clientForm('/no-token', 'id', 'secret-for-tests') },
      withoutToken: { baseUrl: tokenUrl, auth: clientForm('/token', 'id', 'secret-for-tests') },
      withoutCertificate: {
        baseUrl: url,
        auth: bearer('secret-for-tests'),
        certificate: { url: `${NOWHERE}/client.pem` },
      },
    }),
    amount: inCents,
    status: statusMap<PaymentStatus>({ APPROVED: ['paid'] }, { otherwise: 'PENDING' }),
    declines: {
      createTransaction: [{ status: 422, body: decline }],
      refund: [{ status: 422, body: decline }],
    },
    operations: {
      charge: {
        PIX: async (_request, context) => {
          await before(context);
          const { id } = await context.call(write('main', '/reservations'), reservation);
          await after(context);
          const amount = { asked: null, paid: 'NEVER_STATED' } as const;
          return { paymentMethod: 'PIX', transactionId: id, status: 'PENDING', amount };
        },
      },
    },
  });

/** Steps that fail and send no write. */
const localFailures: Readonly<Record<string, NextCall>> = {
  'a request that cannot be built': async () => {
    throw new RangeError('Invalid time value');
  },
  'a request that we refuse': async () => refuse('Banco não suportado, tente outro.'),
  'a token that is not given': (context) =>
    context.call(write('withoutToken', '/captures'), reservation),
  'a certificate that cannot be fetched': (context) =>
    context.call(write('withoutCertificate', '/captures'), reservation),
  'a look-up without an answer': (context) =>
    context.call({ method: 'GET', path: '/broken' }, reservation),
  'a look-up that is refused': (context) =>
    context.call({ method: 'GET', path: '/refused' }, reservation),
  'a token that is refused': (context) =>
    context.call(write('refusedToken', '/captures'), reservation),
};

/** A request for a token is not a write of the operation. */
const isWrite = ({ method, path }: ReceivedRequest): boolean =>
  method === 'POST' && path !== '/no-token';

describe('An operation that fails', () => {
  let server: CaseServer;

  const charge = async (after: NextCall, before?: NextCall) => {
    const provider = openHere(
      inTwoCalls(after, before),
      { url: server.url, tokenUrl: NOWHERE },
      { timeouts: { connect: 500 } },
    );
    return failureOf(provider.createTransaction?.(pixCharge));
  };

  before(async () => {
    server = await startCaseServer({ '/token': { access_token: 'token-1', expires_in: 300 } });
  });
  beforeEach(() => {
    server.seen.length = 0;
    server.answerWith(({ path }, response) =>
      path === '/reservations'
        ? sendJson(response, 200, { id: 'r-1' })
        : sendJson(response, path === '/broken' ? 500 : 422, { error: 'declined' }),
    );
  });
  after(() => server.close());

  for (const [what, fails] of Object.entries(localFailures)) {
    it(`may have been carried out if it fails after its first write: ${what}`, async () => {
      expect((await charge(fails)).mayHaveHappened).to.equal(true);
      expect(server.seen.filter(isWrite)).to.have.length(1);
    });
  }

  for (const [what, fails] of Object.entries(localFailures)) {
    // Before a write, this error is thrown as it is and is no ProviderFailure.
    if (what === 'a request that cannot be built') continue;
    it(`was not carried out if it fails before its first write: ${what}`, async () => {
      const failure = await charge(async () => undefined, fails);
      expect(failure.mayHaveHappened).to.equal(false);
      expect(server.seen.filter(isWrite)).to.have.length(0);
    });
  }

  it('was not carried out if it is declined after a preparatory write, such as that of a customer’s record', async () => {
    const first: NextCall = (context) =>
      context.call({ ...write('main', '/reservations'), isPreparatory: true }, reservation);
    server.answerWith((_seen, response) =>
      sendJson(response, server.seen.length === 1 ? 200 : 422, { id: 'c-1', error: 'declined' }),
    );
    expect((await charge(async () => undefined, first)).mayHaveHappened).to.equal(false);
    expect(server.seen).to.have.length(2);
  });

  it('may have been carried out if its second write is declined', async () => {
    const second: NextCall = (context) => context.call(write('main', '/captures'), reservation);
    expect((await charge(second)).mayHaveHappened).to.equal(true);
  });

  describe('after the deadline of the recorded call', () => {
    const DEADLINE = '2026-11-20T12:00:05.000Z';
    const attempt = { attemptId: '0b4fb5a1-8a35-4f62-8a5c-0b7d6c0a9f11', deadline: DEADLINE };
    const before = Date.parse(DEADLINE) - 1_000;
    const past = Date.parse(DEADLINE) + 1;

    /** Both callbacks may move the clock: while the connection is made, and after the first answer. */
    const chargeAt = (
      clock: { ms: number; isTrue?: boolean },
      {
        connecting = () => undefined,
        after = async () => undefined,
      }: {
        readonly connecting?: () => void;
        readonly after?: NextCall;
      } = {},
    ) => {
      const url = server.url.replace('127.0.0.1', 'api.example');
      const provider = openHere(
        inTwoCalls(after),
        { url, tokenUrl: NOWHERE },
        {
          now: () => clock.ms,
          isClockTrue: () => clock.isTrue ?? true,
          lookUp: (_host, _options, found) => {
            connecting();
            found(null, [{ address: '127.0.0.1', family: 4 }]);
          },
        },
      );
      return provider.createTransaction?.({ ...pixCharge, attempt });
    };

    it('was not carried out: a request that was not sent by then is never sent', async () => {
      expect(await chargeAt({ ms: before })).to.include({ transactionId: 'r-1' });
      server.seen.length = 0;
      const failure = await failureOf(chargeAt({ ms: past }));
      expect(failure).to.include({ kind: 'unavailable', mayHaveHappened: false });
      expect(server.seen).to.deep.equal([]);
    });

    it('was not carried out if the clock is not true, because it may only seem to be in time', async () => {
      const clock = { ms: before, isTrue: true };
      const connecting = () => {
        clock.isTrue = false;
      };
      const failure = await failureOf(chargeAt(clock, { connecting }));
      expect(failure).to.include({ kind: 'unavailable', mayHaveHappened: false });
      expect(server.seen).to.deep.equal([]);
      expect(await chargeAt({ ms: before, isTrue: true })).to.include({ transactionId: 'r-1' });
    });

    it('was not carried out if the deadline passes while the connection is made', async () => {
      const clock = { ms: before };
      const connecting = () => {
        clock.ms = past;
      };
      const failure = await failureOf(chargeAt(clock, { connecting }));
      expect(failure).to.include({ kind: 'unavailable', mayHaveHappened: false });
      expect(server.seen).to.deep.equal([]);
    });

    it('may have been carried out if the deadline passes between two writes, and the second is not sent', async () => {
      const clock = { ms: before };
      const after: NextCall = async (context) => {
        clock.ms = past;
        await context.call(write('main', '/captures'), reservation);
      };
      expect((await failureOf(chargeAt(clock, { after }))).mayHaveHappened).to.equal(true);
      expect(server.seen.map(({ path }) => path)).to.deep.equal(['/reservations']);
    });
  });

  describe('that is sent again with a new token after a 401', () => {
    const answers = (...replies: readonly (number | 'cut')[]) => {
      const remaining = [...replies];
      server.answerWith((_seen, response) => {
        const next = remaining.shift();
        if (typeof next === 'number') sendJson(response, next, { id: 'r-1', error: 'declined' });
        else response.destroy();
      });
    };
    const byToken = (context: ProviderContext<Account>) =>
      context.call(
        { ...write('byToken', '/reservations'), json: { reference: 'p-1' } },
        reservation,
      );
    const sentByToken = () =>
      openHere(
        {
          ...inTwoCalls(async () => undefined),
          operations: {
            refund: async ({ refundId }, context: ProviderContext<Account>) => {
              await byToken(context);
              return { refundId, status: true };
            },
          },
        },
        { url: server.url, tokenUrl: NOWHERE },
      ).refund?.({
        transactionId: 'tx-1',
        refundId: 'r-1',
        amount: pixCharge.amount,
        attempt: unexpiredAttempt,
      });

    it('repeats the same reference in the same bytes', async () => {
      answers(401, 200);
      expect(await sentByToken()).to.deep.equal({ refundId: 'r-1', status: true });
      expect(server.seen.map(({ body }) => body)).to.deep.equal([
        '{"reference":"p-1"}',
        '{"reference":"p-1"}',
      ]);
    });

    it('may have been carried out the first time, however the second request ends', async () => {
      for (const second of [422, 'cut'] as const) {
        answers(401, second);
        const failure = await failureOf(sentByToken());
        expect(failure.mayHaveHappened, String(second)).to.equal(true);
      }
    });
  });
});

describe('A write of an operation that must not be carried out twice', () => {
  it('is not sent for a call that is not on record', () => {
    const { attempt, ...unrecorded } = pixCharge;
    const guarding = (input: unknown) =>
      createSendGuard('probe', 'createTransaction', {
        input,
        now: () => Date.parse(attempt.deadline),
        isClockTrue: () => true,
        declines: undefined,
      });
    expect(guarding({ ...unrecorded, attempt }).maySend()).to.equal(true);
    for (const input of [unrecorded, undefined]) {
      const guard = guarding(input);
      expect(guard.maySend()).to.equal(false);
      expect(guard.beforeSend).to.throw(ProviderFailure, 'NOT_RECORDED');
    }
  });
});
