import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { makeBuyer } from '#/api/testing/people.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { seller } from '#/domain/seller/seller.ts';
import { sampleNow as now, sampleWithdrawal } from '#/domain/testing/samples.ts';
import { cents } from '#/domain/values/money.ts';
import { addSeconds, dayOf } from '#/domain/values/time.ts';
import type { WithdrawalCommand } from '#/domain/withdrawal/commands.ts';
import { withdrawal } from '#/domain/withdrawal/decider.ts';
import { History } from '#/projections/testing/history.ts';
import { holdsOf } from './holds.ts';

const DAY_SECONDS = 86_400;

describe('The data of a person who is paid', () => {
  let world: ApiWorld;

  before(async () => {
    world = await apiWorld();
  });
  after(() => world.close());

  /** The data of a fiscal record, held for five years. */
  const fiscalUntil = (until: string) => ({ fiscal: { causes: ['fiscal-record'], until } });
  const openPayout = { causes: ['open-withdrawal'], until: null };
  const sent = { type: 'RecordSent', providerWithdrawId: 'w-1', now } as const;
  const paidAt = addSeconds(now, 3 * DAY_SECONDS);
  const settled = { type: 'RecordSettled', endToEndId: 'E-1', now: paidAt } as const;
  const backAt = addSeconds(now, 5 * DAY_SECONDS);
  const cameBack = { type: 'RecordCameBack', cause: 'rejected', now: backAt } as const;
  const failed = { type: 'RecordFailed', cause: 'rejected', now } as const;

  for (const [outcome, commands, expected] of [
    ['is open', [sent], { fiscal: openPayout, contact: openPayout }],
    ['was paid three days after it was requested', [sent, settled], fiscalUntil('2031-11-23')],
    ['came back two days later', [sent, settled, cameBack], fiscalUntil('2031-11-25')],
    ['failed', [sent, failed], {}],
  ] as const)
    it(`is held as the law says when the payout ${outcome}`, async () => {
      const { core } = world.services;
      const email = `${randomUUID()}@example.com`;
      const subject = await core.vault.subjectFor({ platformId: 'demo', email });
      const destination = await core.vault.encrypt(subject, 'fiscal', { name: 'Jaci Recebe' });
      const stream = streamOf('withdrawal', randomUUID());
      const request = { ...sampleWithdrawal, destination };
      const all: readonly WithdrawalCommand[] = [
        { type: 'RequestWithdrawal', withdrawal: request },
        ...commands,
      ];
      const by = { platform: 'demo', actor: 'system', correlation: stream };
      for (const command of all)
        await core.handler.handle(withdrawal, stream, command, { ...by, commandId: randomUUID() });
      const services = { ...world.services, core: { ...core, now: () => now } };
      expect(await holdsOf(services, subject)).to.deep.equal(expected);
    });
});

describe('The data of a buyer and a seller', () => {
  let world: ApiWorld;
  const history = new History();

  before(async () => {
    world = await apiWorld();
  });
  after(() => world.close());

  for (const [outcome, goBack] of [
    [
      'was refunded',
      (paymentId: string) => {
        history.concludeRefund(paymentId, history.requestRefund(paymentId), 'SETTLED');
      },
    ],
    ['was taken back by the bank', (paymentId: string) => history.report(paymentId, 'CHARGEBACK')],
  ] as const)
    it(`is held for five years from the day on which a sale ${outcome}, if that was the last money`, async () => {
      const { services } = world;
      const buyer = await makeBuyer(services.core, `Jaci ${randomUUID()}`);
      const { personId: sellerId } = await world.newSeller();
      const paymentId = history.purchase({ sellerId, amount: cents(97_00), buyer });
      history.submit(paymentId);
      history.report(paymentId, 'APPROVED');
      history.wait(60 * DAY_SECONDS);
      goBack(paymentId);
      await world.happen(history);
      const { state } = await services.core.handler.load(seller, streamOf('seller', sellerId));
      if (state.status === 'ABSENT') throw new Error('the seller is there');
      const at = { ...services, core: { ...services.core, now: () => history.now } };
      const until = Temporal.PlainDate.from(dayOf(history.now)).add({ years: 5 }).toString();
      for (const { subject } of [buyer.identity, state.details.identity])
        expect((await holdsOf(at, subject)).fiscal?.until).to.equal(until);
    });
});
