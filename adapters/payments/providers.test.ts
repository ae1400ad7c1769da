import { expect } from 'chai';
import fc from 'fast-check';
import { cents } from '#/domain/values/money.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import type { ProviderDefinition } from './kit/define-provider.ts';
import { openHere } from '#/adapters/payments/evidence/open-here.ts';
import { sendJson, startCaseServer } from './evidence/case-server.ts';
import type { CaseServer, Responder } from './evidence/case-server.ts';
import { failureOf } from './testing/failure-of.ts';
import { idsOfProviders, idsWithCases, loadProviderCases, nameOf } from './evidence/evidence.ts';
import type {
  Exchange,
  NoticeCase,
  OperationCase,
  ProviderCases,
} from './evidence/provider-cases.ts';
import { CASES_AT } from './evidence/samples.ts';
import { sampledRuns } from '#/scripts/testing/sampled.ts';

/** None of these replies proves that a write failed. */
const faults: Readonly<Record<string, Responder>> = {
  'a 500 after the write was done': (_seen, response) =>
    sendJson(response, 500, { message: 'oops' }),
  'a page of HTML': (_seen, response) => response.end('<html>maintenance</html>'),
  'truncated JSON': (_seen, response) => response.end('{"id":"r1","do'),
  'an empty body': (_seen, response) => response.end(),
  'a redirect': (_seen, response) =>
    response.writeHead(302, { location: 'http://elsewhere.invalid/' }).end(),
  'a connection that breaks': (_seen, response) => response.destroy(),
  'no reply': () => undefined,
};

const AMOUNTS = [1, 99, 100, 1_990, 99_999_999].map(cents);

/** Only the fault `no reply` must run into a timeout, so only it gets short timeouts. */
const SLOW = { connect: 20_000, headers: 20_000, body: 20_000, total: 40_000 };
const QUICK = { ...SLOW, headers: 2_000, total: 4_000 };

const isSuccess = (each: OperationCase): boolean => 'result' in each && each.result !== undefined;

/** The operation and, for a charge or payout, the method. */
const kindOf = ({ operation, input }: OperationCase): string =>
  'paymentMethod' in input ? `${operation} ${input.paymentMethod}` : operation;

const call = (provider: PaymentProvider, { operation, input }: OperationCase): Promise<unknown> => {
  const run = provider[operation] as ((request: unknown) => Promise<unknown>) | undefined;
  if (run === undefined) throw new Error(`${provider.id} does not offer ${operation}`);
  return run(input);
};

/** Account fields that are neither secret nor a URL. */
const PUBLIC = ['api', 'publicKey', 'pixKey', 'chargePath'];

const secretsOf = (account: object): readonly string[] =>
  Object.entries(account).flatMap(([name, value]: [string, unknown]) =>
    PUBLIC.includes(name) || typeof value !== 'string' || /^https?:/.test(value) ? [] : [value],
  );

const offeredKinds = ({ operations }: ProviderDefinition<never>): readonly string[] => {
  const { charge = {}, withdraw = {}, ...single } = operations;
  return [
    ...Object.keys(charge).map((method) => `createTransaction ${method}`),
    ...Object.keys(withdraw).map((method) => `withdraw ${method}`),
    ...Object.keys(single),
  ];
};

/** Answers as the case says, but its last request gets the fault. */
const withFaultAtLast = (exchanges: readonly Exchange[], fault: Responder): Responder => {
  const repliesBefore = exchanges.slice(0, -1);
  return (seen, response) => {
    const exchange = repliesBefore.shift();
    if (exchange === undefined) return fault(seen, response);
    return sendJson(response, exchange.reply.status ?? 200, exchange.reply.json);
  };
};

const textOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body));

const noticeTitle = ({ name, says }: NoticeCase): string => {
  if (typeof says === 'string') return `reports a notice ${name} as ${says}`;
  return `${says.length === 0 ? 'ignores' : 'reads'} a notice ${name}`;
};

/** Replaces up to 40 characters of the body. */
const mutated = (body: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.nat(body.length),
      fc.nat(40),
      fc.constantFrom('', 'null', '[]', '{}', '-1', '"x"', '\u0000', ',,'),
    )
    .map(([at, length, patch]) => body.slice(0, at) + patch + body.slice(at + length));

interface Trial {
  readonly name: string;
  readonly what: string;
  readonly isWrite: boolean;
  readonly failure: ProviderFailure;
}

/** Tries one successful case of each kind with each fault as its last reply. */
const tryFaults = async (providerCases: ProviderCases<never>): Promise<readonly Trial[]> => {
  const { provider: definition, cases, account, tokens } = providerCases;
  const byKind = new Map(cases.filter(isSuccess).map((each) => [kindOf(each), each]));
  const tries = [...byKind.values()].flatMap((each) =>
    Object.entries(faults).map(([what, fault]) => ({ each, what, fault })),
  );
  return Promise.all(
    tries.map(async ({ each, what, fault }): Promise<Trial> => {
      const server = await startCaseServer(tokens);
      server.answerWith(withFaultAtLast(each.exchanges, fault));
      const parsedAccount = definition.account.parse(account(server.url));
      const provider = openHere(definition, parsedAccount, {
        timeouts: what === 'no reply' ? QUICK : SLOW,
        now: () => Date.parse(CASES_AT),
      });
      const failure = await failureOf(call(provider, each));
      await server.close();
      const isWrite = each.exchanges.some(({ request }) => request.method !== 'GET');
      return { name: each.name, what, isWrite, failure };
    }),
  );
};

/** Acquirers tried at the same time. There may be many, because trials mostly wait for replies. */
const AT_ONCE = 6;
const trials = new Map<ProviderDefinition<never>, readonly Trial[]>();

const describeProvider = (providerCases: ProviderCases<never>): void => {
  const { provider: definition, cases, notices, statuses, withdrawStatuses } = providerCases;

  describe(nameOf(providerCases), () => {
    let server: CaseServer;
    const accountAt = (url: string) => definition.account.parse(providerCases.account(url));
    const open = (url = server.url) =>
      openHere(definition, accountAt(url), {
        timeouts: SLOW,
        now: () => Date.parse(CASES_AT),
      });

    before(async () => {
      server = await startCaseServer(providerCases.tokens);
    });
    after(() => server.close());

    for (const each of cases) {
      it(each.name, async () => {
        const { problems } = server.expectExchanges(each.exchanges);
        server.seen.length = 0;
        if ('failure' in each) {
          const { text, kind, mayHaveHappened } = await failureOf(call(open(), each));
          expect({ kind, mayHaveHappened, ...(each.failure.text && { text }) }).to.deep.equal(
            each.failure,
          );
        } else expect(await call(open(), each)).to.deep.equal(each.result);
        expect(problems).to.deep.equal([]);
        expect(server.seen).to.have.length(each.exchanges.length);
      });
    }

    it('has a success case and a failure case for every operation it offers', () => {
      const covered = (isWanted: (each: OperationCase) => boolean) =>
        new Set(cases.filter(isWanted).map(kindOf));
      const offered = offeredKinds(definition);
      expect([...covered(isSuccess)]).to.have.members(offered);
      expect([...covered((each) => 'failure' in each)]).to.include.members(offered);
    });

    it('reports a faulty reply as unavailable or unreadable, and a write as possibly done', () => {
      const tried = trials.get(definition) ?? [];
      expect(tried).to.have.length.greaterThan(Object.keys(faults).length - 1);
      for (const { name, what, isWrite, failure } of tried) {
        expect(failure.kind, `${name}: ${what}`).to.be.oneOf(['unavailable', 'unreadable']);
        expect(failure.mayHaveHappened, `${name}: ${what}`).to.equal(isWrite);
      }
    });

    it('keeps the account’s secrets out of failure messages', async () => {
      const secrets = secretsOf(accountAt(server.url));
      for (const each of cases.filter(isSuccess)) {
        server.answerWith((seen, response) =>
          sendJson(response, 422, { secrets, ...seen.headers, query: seen.query }),
        );
        const { message } = await failureOf(call(open(), each));
        for (const secret of secrets) expect(message).to.not.include(secret);
        expect(message).to.not.match(/Basic [A-Za-z0-9+/]{8}|Bearer [A-Za-z0-9._-]{8}/);
      }
    });

    it('writes and reads amounts to the cent', () => {
      const { write, read } = definition.amount;
      expect(AMOUNTS.map((amount) => read(write(amount)))).to.deep.equal(AMOUNTS);
    });

    it('translates every status word, and has a case for an unknown one', () => {
      expect(Object.keys(statuses.words)).to.include.members(Object.keys(definition.status.words));
      expect(Object.keys(statuses.words).length).to.be.greaterThan(
        Object.keys(definition.status.words).length,
      );
      for (const [word, status] of Object.entries(statuses.words)) {
        expect(definition.status(word), word).to.equal(status);
      }
    });

    const { getTransaction, findTransaction } = definition.operations;
    if (getTransaction ?? findTransaction) {
      it('translates each status word when a charge is read back', async () => {
        const isReading = (each: OperationCase) =>
          isSuccess(each) && ['getTransaction', 'findTransaction'].includes(each.operation);
        const [reading] = cases.filter(isReading);
        if (reading === undefined) throw new Error('no case reads a charge back');
        for (const [word, status] of Object.entries(statuses.words)) {
          server.answerWith((_seen, response) => sendJson(response, 200, statuses.reply(word)));
          expect(await call(open(), reading), word).to.include({ status });
        }
      });
    }

    if (withdrawStatuses) {
      it('translates every status word of payouts', () => {
        const words = definition.withdrawStatus?.words ?? {};
        expect(Object.keys(withdrawStatuses.words)).to.include.members(Object.keys(words));
        for (const [word, status] of Object.entries(withdrawStatuses.words)) {
          expect(definition.withdrawStatus?.(word), word).to.equal(status);
        }
      });
    }

    for (const each of notices) {
      it(noticeTitle(each), async () => {
        const request = { headers: each.headers ?? {}, body: textOf(each.body) };
        const read = async () => (await open().readNotices?.(request)) ?? [];
        if (typeof each.says === 'string') {
          expect((await failureOf(read())).kind).to.equal(each.says);
          return;
        }
        const [first, second] = [await read(), await read()];
        expect(first.map(({ noticeId: _, ...rest }) => rest)).to.deep.equal(each.says);
        expect(second, 'twice the same').to.deep.equal(first);
        expect(new Set(first.map(({ noticeId }) => noticeId)).size).to.equal(first.length);
      });
    }

    it('accepts or rejects a notice with any body, without an unexpected error', async () => {
      const bodies = fc.oneof(
        fc.constantFrom(...notices.map(({ body }) => textOf(body))).chain(mutated),
        fc.json(),
        fc.string({ maxLength: 2_000 }),
        fc.constant('['.repeat(100_000)),
        fc.constant(`{"data":"${'x'.repeat(255_000)}"}`),
      );
      server.answerWith((_seen, response) => sendJson(response, 404, {}));
      const provider = open();
      await fc.assert(
        fc.asyncProperty(bodies, async (body) => {
          const headers = { ...notices[0]?.headers };
          const received = await provider
            .readNotices?.({ headers, body })
            .catch((error: unknown) => {
              if (error instanceof ProviderFailure) return [];
              throw error;
            });
          for (const notice of received ?? []) expect(notice.noticeId).to.match(/^\S{1,100}$/);
        }),
        sampledRuns(200),
      );
    });

    it('has cases for a relevant and an ignored notice if it sends notices, and none otherwise', () => {
      const sends = definition.notices !== undefined;
      const counts = notices.map(({ says }) => (typeof says === 'string' ? says : says.length));
      expect(notices.length > 0).to.equal(sends);
      expect(counts.includes(0)).to.equal(sends);
      expect(counts.some((count) => typeof count === 'number' && count > 0)).to.equal(sends);
    });
  });
};

const providerCases = await loadProviderCases();

describe('Acquirers', () => {
  before(async function () {
    this.timeout(60_000);
    const sharedQueue = providerCases.values();
    const worker = async (): Promise<void> => {
      for (const each of sharedQueue) trials.set(each.provider, await tryFaults(each));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  });

  it('every provider has a file of cases', () => {
    // The sandbox has its own suites, and `none` has no operation.
    const others = idsOfProviders().filter((id) => id !== 'sandbox' && id !== 'none');
    expect(idsWithCases()).to.have.members(others);
  });

  for (const each of providerCases) describeProvider(each);
});
