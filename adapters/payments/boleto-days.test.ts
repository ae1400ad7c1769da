import { expect } from 'chai';
import fc from 'fast-check';
import { boletoLine } from '#/domain/brazil/boleto.ts';
import { cents } from '#/domain/values/money.ts';
import { dueDayOf } from '#/domain/payment/due-day.ts';
import type { TransactionRequest, TransactionResult } from '#/domain/ports/charge.ts';
import { addDays, dayOf, lastDayBefore, startOfDay } from '#/domain/values/time.ts';
import { instantOf } from './kit/values/expiry.ts';
import { sendJson, startCaseServer, type CaseServer } from './evidence/case-server.ts';
import { loadProviderCases } from './evidence/evidence.ts';
import { openHere } from './evidence/open-here.ts';
import type { Exchange, ProviderCases } from './evidence/provider-cases.ts';
import { BOLETO_LINE, boletoCharge, CASES_AT } from './evidence/samples.ts';

/** Acquirers whose requests have no due day. */
const WITHOUT_DUE_DAY = ['bravive'];

const TODAY = dayOf(CASES_AT);

const lineOf = (dueDate: string): string =>
  boletoLine({ bank: '341', freeField: '1754624615781234123451000', dueDate, amount: cents(1_990) })
    .line;

/** The bodies of a case's replies, with another line of the boleto, or without one (null). */
const bodiesOf = (exchanges: readonly Exchange[], line: string | null): readonly unknown[] =>
  exchanges.map(({ reply }) =>
    JSON.parse(JSON.stringify(reply.json), (_name, value: unknown) =>
      typeof value === 'string' && value.replace(/\D/g, '') === BOLETO_LINE ? line : value,
    ),
  );

/** The texts and numbers in fields whose name means an expiry. */
const expiriesIn = (value: unknown): readonly unknown[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    /due_|payday|expires_?at|expiration|expiresInDays/i.test(name) &&
    ['string', 'number'].includes(typeof member)
      ? [member]
      : expiriesIn(member),
  );
};

/** The due day that an expiry means: a number of days, a day, or the instant at which the charge ends. */
const dayMeant = (expiry: unknown): string => {
  if (typeof expiry === 'number') return addDays(TODAY, expiry);
  const text = String(expiry);
  return text.length === 10 ? text : lastDayBefore(instantOf(text) ?? text);
};

const dueDayIn = ({ billetCode, expiresAt }: TransactionResult): string | null =>
  dueDayOf({
    requested: { method: 'BILLET', at: CASES_AT },
    billetCode: billetCode ?? null,
    expiresAt: expiresAt ?? null,
  });

const describeBoletos = ({ provider: definition, account, tokens, cases }: ProviderCases<never>) =>
  describe(definition.label, () => {
    let server: CaseServer;
    const boletoCase = cases.find(
      (each) =>
        each.operation === 'createTransaction' &&
        each.input.paymentMethod === 'BILLET' &&
        'result' in each,
    );
    before(async () => {
      server = await startCaseServer(tokens);
    });
    after(() => server.close());

    const charge = async (line: string | null, input: Partial<TransactionRequest> = {}) => {
      const replies = [...bodiesOf(boletoCase?.exchanges ?? [], line)];
      server.seen.length = 0;
      server.answerWith((_seen, response) => sendJson(response, 200, replies.shift()));
      const provider = openHere(definition, definition.account.parse(account(server.url)), {
        now: () => Date.parse(CASES_AT),
      });
      const result = await provider.createTransaction?.({ ...boletoCharge, ...input });
      if (!result) throw new Error(`${definition.label} makes no boleto`);
      return result;
    };

    it('takes the due date from the boleto line, whatever the reply’s other fields say', () =>
      fc.assert(
        fc.asyncProperty(fc.integer({ min: 0, max: 90 }), async (ahead) => {
          const due = addDays(TODAY, ahead);
          expect(dueDayIn(await charge(lineOf(due)))).to.equal(due);
        }),
        { numRuns: 10 },
      ));

    it('takes the due date from the reply’s expiry field when the reply has no boleto line', async () => {
      const repliedDays = expiriesIn(bodiesOf(boletoCase?.exchanges ?? [], null)).map(dayMeant);
      expect(dueDayIn(await charge(null))).to.equal(repliedDays[0] ?? null);
    });

    const isSent = !WITHOUT_DUE_DAY.includes(definition.id);
    const what = isSent ? 'the intended due day' : 'no due day';
    it(`sends ${what} to the acquirer, although the charge expires at the next midnight`, async () => {
      const day = addDays(TODAY, 1);
      await charge(null, { expiresAt: startOfDay(addDays(day, 1)) });
      const sent = server.seen.flatMap(({ body }) => expiriesIn(JSON.parse(body)));
      expect(sent.map(dayMeant)).to.deep.equal(isSent ? [day] : []);
    });
  });

const providerCases = await loadProviderCases();

describe('Boleto due dates', () => {
  for (const each of providerCases) {
    if ('BILLET' in (each.provider.operations.charge ?? {})) describeBoletos(each);
  }
});

describe('instantOf', () => {
  it('reads a date as the last moment of its day, and a time without a zone as Brazilian time', () => {
    for (const text of ['2026-11-23', '2026-11-23T23:59:59.999', '2026-11-23 23:59:59.999']) {
      expect(instantOf(text), text).to.equal('2026-11-24T02:59:59.999Z');
    }
    expect(instantOf('2026-11-23T09:00:00-03:00')).to.equal('2026-11-23T12:00:00.000Z');
  });

  it('returns undefined for a text that is not a valid date or time', () => {
    for (const text of ['2026-02-31T99:00', '2026-99-99', '9999-99-99T99:99:99.999Z', 'soon', '']) {
      expect(instantOf(text), text).to.equal(undefined);
    }
  });
});
