import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { epoch } from '#/domain/epoch/decider.ts';
import { timestamp } from '#/domain/values/time.ts';
import { EPOCH_STREAM } from '#/ledger/epochs/epochs.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import { openPostgresStore } from '#/ledger/stores/postgres.ts';
import { cardToken } from '#/scripts/testing/card-token.ts';
import { newBuyer } from '#/scripts/testing/buyers.ts';
import { startProduct, type Product } from '#/scripts/testing/product.ts';

/** Makes the log state that it is another copy, so that the next process finds a change of copy and begins an epoch. */
const takeOver = async ({ place }: Product): Promise<void> => {
  const store = await openPostgresStore({ connectionString: place.databaseUrl });
  const by = { platform: 'system', actor: 'system', correlation: 'epoch' };
  const now = timestamp(Temporal.Now.instant());
  await createCommandHandler({ store }).handle(
    epoch,
    EPOCH_STREAM,
    { type: 'NoteLineage', lineage: 'another copy', now },
    { commandId: randomUUID(), ...by },
  );
  await store.close();
};

describe('A purchase just after the log became another copy', function () {
  this.timeout(90_000);
  let first: Product;
  let second: Product;

  before(async () => {
    first = await startProduct(0);
    await takeOver(first);
    second = await startProduct(0, { place: first.place });
  });
  after(async () => {
    await second.stop();
    await first.stop();
  });

  it('is refused at each request when it is by card, and needs the age of its key', async () => {
    const card = { token: await cardToken(second, '4111111111111111'), installments: 1 };
    const purchase = { ...newBuyer(), paymentMethod: 'CREDIT_CARD', creditCard: card } as const;
    const key = randomUUID();
    const withAge = { key, keyAge: 1 };
    const refusal = await second.refusal('checkout.purchase', purchase, withAge);
    expect(refusal).to.include({ status: 503, code: 'service/unavailable' });
    const repeated = await second.refusal('checkout.purchase', purchase, withAge);
    expect(repeated.code).to.equal('service/unavailable');
    const withoutAge = await second.refusal('checkout.purchase', purchase, { key });
    expect(withoutAge).to.include({ status: 428, code: 'idempotency/key-age-needed' });
  });

  it('is accepted when it is by PIX, of which a second code does no harm', async () => {
    const { payment } = await second.ask('checkout.purchase', newBuyer());
    expect(payment.pixCode).to.match(/^000201/);
  });
});
