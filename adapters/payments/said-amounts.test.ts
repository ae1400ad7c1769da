import { expect } from 'chai';
import type { TransactionResult } from '#/domain/ports/charge.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { sendJson, startCaseServer } from './evidence/case-server.ts';
import { loadProviderCases, nameOf } from './evidence/evidence.ts';
import { openHere } from './evidence/open-here.ts';
import type { OperationCase, ProviderCases } from './evidence/provider-cases.ts';
import { CASES_AT } from './evidence/samples.ts';
import type { ProviderDefinition } from './kit/define-provider.ts';
import type { ChargeAmount } from './kit/values/charge-amount.ts';

const LOOK_UPS = ['getTransaction', 'findTransaction'] as const;
const ABOUT_CHARGES = ['createTransaction', ...LOOK_UPS];

/** Acquirers whose look-ups may lack the amount of a charge. */
const MAY_OMIT_THE_AMOUNT = ['bravive'];

/** Acquirers whose look-ups state the amount paid. The adapters of all others declare `NEVER_STATED`. */
const STATE_WHAT_WAS_PAID = [
  'celcoin',
  'iugu',
  'onz',
  'onz-clients',
  'pagarme',
  'podpay',
  'treeal',
];

/** Paths, from the field around, of fields for how much was paid. `pix` holds the transfers that paid a charge (pix-api 2.9.0, `Pix`). */
const PAID = /\.[^.]*(?:paid|payed|pago)[^.]*$|^pix\.valor$/i;

type LookUp = Extract<OperationCase, { operation: (typeof LOOK_UPS)[number] }>;

const lookUpsOf = ({ cases }: ProviderCases<never>): readonly LookUp[] =>
  cases.filter(
    (each): each is LookUp =>
      LOOK_UPS.some((name) => name === each.operation) && 'result' in each && !!each.result,
  );

const lookUp = (
  { getTransaction, findTransaction }: PaymentProvider,
  each: LookUp,
): Promise<TransactionResult | undefined> | undefined =>
  each.operation === 'getTransaction'
    ? getTransaction?.(each.input)
    : findTransaction?.(each.input);

/** Returns the result of a look-up, and the amounts that the adapter read. */
const replay = async (
  { provider: definition, account, tokens }: ProviderCases<never>,
  each: LookUp,
  reply: unknown = each.exchanges[0]?.reply.json,
): Promise<{ readonly result: TransactionResult | undefined; readonly read: ChargeAmount[] }> => {
  const read: ChargeAmount[] = [];
  const spied: ProviderDefinition<never> = {
    ...definition,
    operations: {
      ...definition.operations,
      [each.operation]: async (by: never, context: never) => {
        const transaction = await definition.operations[each.operation]?.(by, context);
        if (transaction) read.push(transaction.amount);
        return transaction;
      },
    },
  };
  const server = await startCaseServer(tokens);
  server.answerWith((_seen, response) => sendJson(response, 200, reply));
  const parsedAccount = definition.account.parse(account(server.url));
  const provider = openHere(spied, parsedAccount, { now: () => Date.parse(CASES_AT) });
  const result = await lookUp(provider, each);
  await provider.close();
  await server.close();
  return { result, read };
};

/** Returns another amount, as a number or text like this one; nothing for a value that is no amount. */
const otherAmounts = (value: unknown): readonly unknown[] => {
  if (typeof value === 'number') return [value + 100];
  return typeof value === 'string' && /^\d+\.\d\d$/.test(value) ? [`1${value}`] : [];
};

/** Copies of a reply, each with another amount in one field whose name means what was paid. */
const withOtherPaid = (json: unknown, around = ''): readonly unknown[] => {
  if (Array.isArray(json)) {
    return json.flatMap((each, at) =>
      withOtherPaid(each, around).map((other) => json.with(at, other)),
    );
  }
  if (typeof json !== 'object' || json === null) return [];
  return Object.entries(json).flatMap(([name, value]: [string, unknown]) => {
    const isPaid = PAID.test(`${around}.${name}`);
    const others = [...(isPaid ? otherAmounts(value) : []), ...withOtherPaid(value, name)];
    return others.map((other) => ({ ...json, [name]: other }));
  });
};

describe('What acquirers say about a charge', () => {
  it('has the amount in every answer to a look-up, but for those that are listed', async () => {
    const withoutAmount = new Set<string>();
    for (const providerCases of await loadProviderCases()) {
      for (const each of lookUpsOf(providerCases)) {
        if ('result' in each && each.result?.amount === null)
          withoutAmount.add(nameOf(providerCases));
      }
    }
    expect([...withoutAmount]).to.deep.equal(MAY_OMIT_THE_AMOUNT);
  });

  it('has the amount, order and transaction of the request, wherever it states them', async () => {
    for (const providerCases of await loadProviderCases()) {
      for (const each of providerCases.cases) {
        if (!ABOUT_CHARGES.includes(each.operation) || !('result' in each) || !each.result)
          continue;
        const result = each.result as TransactionResult;
        const stated: Readonly<Record<string, unknown>> = { ...result };
        for (const [name, requested] of Object.entries(each.input)) {
          const isCompared = ['amount', 'orderId', 'transactionId'].includes(name);
          if (!isCompared || stated[name] === undefined || stated[name] === null) continue;
          expect(stated[name], `${nameOf(providerCases)}: ${each.name}, ${name}`).to.equal(
            requested,
          );
        }
      }
    }
  });

  it('says what was paid at the listed acquirers, each of which has a case with another amount than requested', async () => {
    const stated = new Set<string>();
    const differing = new Set<string>();
    for (const providerCases of await loadProviderCases()) {
      for (const each of lookUpsOf(providerCases)) {
        const { result, read } = await replay(providerCases, each);
        for (const { asked, paid } of read) {
          if (paid === 'NEVER_STATED') continue;
          stated.add(nameOf(providerCases));
          if (result?.status === 'APPROVED' && result.amount !== asked)
            differing.add(nameOf(providerCases));
        }
      }
    }
    expect([...stated]).to.deep.equal(STATE_WHAT_WAS_PAID);
    expect([...differing]).to.deep.equal(STATE_WHAT_WAS_PAID);
  });

  it('has another amount when any field that says how much was paid changes, whatever the status', async () => {
    for (const providerCases of await loadProviderCases()) {
      for (const each of lookUpsOf(providerCases)) {
        const before = await replay(providerCases, each);
        for (const reply of withOtherPaid(each.exchanges[0]?.reply.json)) {
          const after = await replay(providerCases, each, reply);
          expect(after.result?.amount, `${nameOf(providerCases)}: ${each.name}`).to.not.equal(
            before.result?.amount,
          );
        }
      }
    }
  });
});
