import { expect } from 'chai';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { makeBuyer } from '#/api/testing/people.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { cents } from '#/domain/values/money.ts';
import { payment } from '#/domain/payment/decider.ts';
import { withdrawal } from '#/domain/withdrawal/decider.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import { History } from '#/projections/testing/history.ts';

const CHARGE_TEXT = 'Cartão recusado pelo emissor (código 51).';
const REFUND_TEXT = 'Erro ao aprovar o reembolso.';
const PAYOUT_TEXT = 'Houve um erro ao tentar realizar o saque: {"message":"chave inexistente"}';

describe('Explanations of an acquirer', () => {
  let world: ApiWorld;
  let history: History;

  before(async () => {
    world = await apiWorld();
    history = new History(world.services.core.now());
  });
  after(() => world.close());

  const context = (about: string) => ({
    commandId: derivedId('explanation', about),
    platform: 'platform-1',
    actor: 'system',
    correlation: about,
  });

  const sell = async (): Promise<string> => {
    const buyer = await makeBuyer(world.services.core, 'Fulano de Tal');
    const paymentId = history.purchase({ sellerId: 'seller-1', amount: cents(97_00), buyer });
    history.submit(paymentId);
    return paymentId;
  };

  /** Returns a sale's timeline as its seller and an administrator see it. */
  const timelineTexts = async (paymentId: string, after: string) => {
    const readers = [
      { as: 'ana', area: 'seller' },
      { as: 'admin', area: 'admin' },
    ] as const;
    return Promise.all(
      readers.map(async ({ as, area }) => {
        const path = `/api/${area}.getSale?paymentId=${paymentId}&after=${after}`;
        const { timeline } = Object((await world.get(path, { as })).body);
        return timeline.map(({ text }: { readonly text: string | null }) => text).filter(Boolean);
      }),
    );
  };

  it('reach seller and staff verbatim when a charge is refused', async () => {
    const paymentId = await sell();
    await world.happen(history);
    const { handler, now } = world.services.core;
    const refused = { status: 'REJECTED', cause: 'refused', text: CHARGE_TEXT } as const;
    const about = { provider: 'sandbox', paymentId, answer: null, noticeId: 'n-1' };
    const { position = '' } = await handler.handle(
      payment,
      streamOf('payment', paymentId),
      { type: 'RecordProviderStatus', ...about, ...refused, endToEndId: null, now: now() },
      context('charge'),
    );
    expect(await timelineTexts(paymentId, position)).to.deep.equal([[CHARGE_TEXT], [CHARGE_TEXT]]);
  });

  it('reach seller and staff verbatim when a refund is refused', async () => {
    const paymentId = await sell();
    history.report(paymentId, 'APPROVED');
    const refundId = history.requestRefund(paymentId, cents(10_00));
    await world.happen(history);
    const { handler, now } = world.services.core;
    const { position = '' } = await handler.handle(
      payment,
      streamOf('payment', paymentId),
      { type: 'FailRefund', refundId, cause: 'invalid', text: REFUND_TEXT, now: now() },
      context('refund'),
    );
    const list = await world.get(`/api/seller.listRefunds?after=${position}`, { as: 'ana' });
    expect(Object(list.body).items[0]).to.include({ refundId, text: REFUND_TEXT });
    expect(await timelineTexts(paymentId, position)).to.deep.equal([[REFUND_TEXT], [REFUND_TEXT]]);
  });

  it('reach the seller verbatim when a payout is refused', async () => {
    const paymentId = await sell();
    history.report(paymentId, 'APPROVED');
    history.wait(60 * 86_400);
    history.release('seller-1');
    const withdrawalId = history.withdraw('seller-1', cents(20_00));
    await world.happen(history);
    const { handler, now } = world.services.core;
    const { position = '' } = await handler.handle(
      withdrawal,
      streamOf('withdrawal', withdrawalId),
      { type: 'RecordFailed', cause: 'invalid', text: PAYOUT_TEXT, now: now() },
      context('payout'),
    );
    const list = await world.get(`/api/seller.listWithdrawals?after=${position}`, { as: 'ana' });
    expect(Object(list.body).items[0]).to.include({ withdrawalId, text: PAYOUT_TEXT });
  });
});
