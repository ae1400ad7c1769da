import { expect } from 'chai';
import { eventSchemas } from '#/domain/aggregates/events.ts';
import type { PaymentCommand } from '#/domain/payment/commands.ts';
import { said, submitted } from '#/domain/testing/payment-commands.ts';
import { sampleNow as now, samplePayment } from '#/domain/testing/samples.ts';
import { createWorld } from '#/domain/testing/world.ts';
import { aggregateId } from '#/domain/values/ids.ts';
import { cents, positiveCents } from '#/domain/values/money.ts';

const UUID = '0b8a4d1e-5b0c-4a55-8d43-0d6a4b6f2a11';
const LONGEST = aggregateId.parse('a'.repeat(64));
const amount = positiveCents.parse(99_999_999_99);

/** The events of a sale that its acquirer refunded in part by itself, and that was then charged back. */
const eventsOfSale = (id: string) => {
  const world = createWorld(id);
  const sale = { platformId: id, sellerId: id, offerId: id, productId: id, amount };
  const request = { type: 'RequestPayment', payment: samplePayment(sale) } as const;
  const answer = { amount };
  const commands: readonly PaymentCommand[] = [
    request,
    submitted(answer),
    said('APPROVED', answer),
    said('REFUNDED', { ...answer, refundedAmount: cents(88_888_888_88) }),
    said('CHARGEBACK', answer),
  ];
  for (const command of commands) {
    const ofPayment = 'paymentId' in command ? { ...command, paymentId: id } : command;
    world.send({ to: 'payment', id, command: ofPayment }, now);
  }
  return world.log.map(({ event }) => event);
};

describe('Money that an acquirer takes back by itself', () => {
  for (const [ids, id] of [
    ['are UUIDs', UUID],
    ['are as long as ids may be', LONGEST],
  ] as const)
    it(`goes on record where platform, seller and payment have ids that ${ids}`, () => {
      const events = eventsOfSale(id);
      for (const { type, data } of events)
        expect(eventSchemas[type].safeParse(data).error, type).to.equal(undefined);
      const types = events.map(({ type }) => type);
      expect(types).to.include.members(['PaymentRefunded', 'PaymentChargedBack']);
      expect(types.filter((type) => type === 'ReceivablesReversed')).to.have.length(2);
    });
});
