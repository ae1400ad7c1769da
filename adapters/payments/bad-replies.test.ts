import { inspect } from 'node:util';
import { expect } from 'chai';
import { replay } from '#/domain/aggregates/aggregate.ts';
import { eventSchemas } from '#/domain/aggregates/events.ts';
import { payment } from '#/domain/payment/decider.ts';
import { commandsForPayout } from '#/domain/workflows/pay-withdrawal.ts';
import { translateTransaction } from '#/domain/workflows/charge-answer.ts';
import type { TransactionResult } from '#/domain/ports/charge.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import type { WithdrawResult } from '#/domain/ports/payout.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import { paymentAfter, portsTo } from '#/domain/testing/ports.ts';
import { sampleNow, samplePayment, sampleWithdrawal } from '#/domain/testing/samples.ts';
import { sample } from '#/scripts/testing/sampled.ts';
import { openHere } from './evidence/open-here.ts';
import { sendJson, startCaseServer, type Responder } from './evidence/case-server.ts';
import { loadProviderCases, nameOf } from './evidence/evidence.ts';
import type { OperationCase, ProviderCases } from './evidence/provider-cases.ts';
import { CASES_AT } from './evidence/samples.ts';

/** Values that a faulty or hostile acquirer may send. */
const wrongValues: readonly (readonly [string, unknown])[] = [
  ['absent', undefined],
  ['null', null],
  ['a text', 'x'],
  ['an empty text', ''],
  ['a number', 7],
  ['below zero', -1],
  ['a fraction', 0.5],
  ['huge', 1e308],
  ['true', true],
  ['a list', []],
  ['an object', {}],
  ['a list of null', [null]],
  ['a long text', 'x'.repeat(100_000)],
  ['a long number', '9'.repeat(400)],
  ['an odd text', '\u0000\ud800%00 \u202e'],
];

type Path = readonly (string | number)[];

/** The path to each value in a JSON document, first the empty path to the document itself. */
const pathsIn = (value: unknown, path: Path = []): readonly Path[] => {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).flatMap(([key, each]) => pathsIn(each, [...path, key]));
  return [path, ...inner];
};

/** A copy of `value` in which `wrong` stands at the path. */
const replacedAt = (value: unknown, [key, ...rest]: Path, wrong: unknown): unknown => {
  if (key === undefined) return wrong;
  if (Array.isArray(value))
    return value.map((each, index) =>
      String(index) === key ? replacedAt(each, rest, wrong) : each,
    );
  const object: Readonly<Record<string, unknown>> = Object(value);
  return { ...object, [key]: replacedAt(object[key], rest, wrong) };
};

interface BadReply {
  readonly each: OperationCase;
  /** The index of the exchange that gets the bad reply. */
  readonly exchange: number;
  readonly path: Path;
  /** The wrong value in words, as in `wrongValues`. */
  readonly what: string;
  readonly json: unknown;
}

const badRepliesOf = ({ cases }: ProviderCases<never>): readonly BadReply[] =>
  cases
    .filter((each) => 'result' in each && each.result !== undefined)
    .flatMap((each) =>
      each.exchanges.flatMap(({ reply }, exchange) =>
        pathsIn(reply.json).flatMap((path) =>
          wrongValues.map(([what, wrong]) => ({
            each,
            exchange,
            path,
            what,
            json: replacedAt(reply.json, path, wrong),
          })),
        ),
      ),
    );

/** Answers as the case says, but for its bad reply. */
const answering = ({ each, exchange: badIndex, json }: BadReply): Responder => {
  let index = -1;
  return (_seen, response) => {
    index += 1;
    const { status = 200, json: good, text } = each.exchanges[index]?.reply ?? { status: 500 };
    if (index === badIndex) return sendJson(response, status, json ?? null);
    return text === undefined ? sendJson(response, status, good ?? {}) : response.end(text);
  };
};

const requested = paymentAfter({ type: 'PaymentRequested', data: samplePayment() });

/** Decides on a result as the product does. Money may have moved before, so no step may throw. */
const decideOn = async (operation: OperationCase['operation'], result: unknown): Promise<void> => {
  if (result === undefined) return;
  if (['createTransaction', 'getTransaction', 'findTransaction'].includes(operation)) {
    const charge = { paymentId: 'p-1', payment: requested, noticeId: 'n-1', now: sampleNow };
    const ports = portsTo({}, sampleNow);
    const commands = await translateTransaction(result as TransactionResult, charge, ports);
    commands.reduce((state, command) => {
      const events = payment.decide(command, state);
      for (const { type, data } of events) eventSchemas[type].parse(data);
      const next = replay(payment, events, state);
      return next.status === 'NONE' ? state : next;
    }, requested);
  }
  if (['withdraw', 'getWithdraw', 'findWithdraw'].includes(operation)) {
    commandsForPayout(result as WithdrawResult, sampleWithdrawal, sampleNow);
  }
};

/** Returns what the call or the decision on its result throws, unless that is a ProviderFailure with a message. */
const escapedFrom = async (
  provider: PaymentProvider,
  { operation, input }: OperationCase,
): Promise<unknown> => {
  const run = provider[operation] as ((request: unknown) => Promise<unknown>) | undefined;
  try {
    await decideOn(operation, await run?.(input));
    return undefined;
  } catch (error) {
    return error instanceof ProviderFailure && error.message !== '' ? undefined : error;
  }
};

/** How many bad replies `npm test` tries at each acquirer; `npm run test:all` tries all. */
const FEW = 25;

const allProviderCases = await loadProviderCases();

describe('Handling of malformed replies', () => {
  for (const providerCases of allProviderCases) {
    it(`turns a wrong value in a reply of ${nameOf(providerCases)} into a valid result or a readable failure`, async function () {
      const badReplies = sample(badRepliesOf(providerCases), FEW);
      this.timeout(60_000 + badReplies.length * 500);
      const server = await startCaseServer(providerCases.tokens);
      const { provider: definition, account } = providerCases;
      const parsedAccount = definition.account.parse(account(server.url));
      const provider = openHere(definition, parsedAccount, { now: () => Date.parse(CASES_AT) });
      const escaped: string[] = [];
      for (const badReply of badReplies) {
        server.answerWith(answering(badReply));
        const error = await escapedFrom(provider, badReply.each);
        if (error === undefined) continue;
        const where = badReply.path.join('.') || 'the whole';
        escaped.push(
          `${badReply.each.name}: ${where} ${badReply.what}: ${inspect(error).slice(0, 300)}`,
        );
      }
      await provider.close();
      await server.close();
      expect(escaped).to.deep.equal([]);
    });
  }
});
