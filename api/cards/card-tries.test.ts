import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { Rejected } from '#/api/http/problem.ts';
import { cardToken } from '#/scripts/testing/card-token.ts';
import { startProduct, type Product } from '#/scripts/testing/product.ts';
import { createCardTries, type CardOutcome, type CardTry } from './card-tries.ts';

const triesOnAClock = () => {
  let now = 0;
  const tries = createCardTries(() => now);
  return {
    ended: (of: CardTry, outcome: CardOutcome): void => tries.begin(of)(outcome),
    begin: tries.begin,
    pass: (seconds: number): void => {
      now += seconds * 1_000;
    },
    /** Returns the seconds to wait; 0 when the card may be tried. */
    waitOf: (of: CardTry): number => {
      try {
        tries.begin(of)(undefined);
        return 0;
      } catch (error) {
        if (!(error instanceof Rejected)) throw error;
        return Number(error.headers['Retry-After']);
      }
    },
  };
};

let cards = 0;
/** Returns a new card on each call, as a thief with many would use. */
const stolen = (ip: string, offerId = 'offer-1'): CardTry => ({
  ip,
  offerId,
  cardNumber: `4${String((cards += 1)).padStart(15, '0')}`,
});

const refuse = (
  tries: Pick<ReturnType<typeof triesOnAClock>, 'ended'>,
  times: number,
  ip: string,
) => {
  for (let nth = 0; nth < times; nth += 1) tries.ended(stolen(ip), 'refused');
};

describe('Limits on card attempts', () => {
  it('require no wait after two declined cards from one address', () => {
    const tries = triesOnAClock();
    const mine = stolen('192.0.2.1');
    tries.ended(mine, 'refused');
    tries.ended(mine, 'refused');
    expect(tries.waitOf(mine)).to.equal(0);
    expect(tries.waitOf(stolen('192.0.2.1'))).to.equal(0);
  });

  it('require growing waits from one address after five declines, and none from other addresses', () => {
    const tries = triesOnAClock();
    refuse(tries, 5, '192.0.2.1');
    const waits = [tries.waitOf(stolen('192.0.2.1'))];
    for (let nth = 0; nth < 7; nth += 1) {
      tries.pass(waits.at(-1) ?? 0);
      expect(tries.waitOf(stolen('192.0.2.1'))).to.equal(0);
      refuse(tries, 1, '192.0.2.1');
      waits.push(tries.waitOf(stolen('192.0.2.1')));
    }
    expect(waits).to.deep.equal([30, 60, 120, 240, 480, 900, 900, 900]);
    expect(tries.waitOf(stolen('192.0.2.2'))).to.equal(0);
    tries.pass(3_600);
    expect(tries.waitOf(stolen('192.0.2.1'))).to.equal(0);
  });

  it('require a wait for one card declined three times, from any address', () => {
    const tries = triesOnAClock();
    const card = stolen('192.0.2.1');
    for (const ip of ['192.0.2.1', '192.0.2.2', '192.0.2.3'])
      tries.ended({ ...card, ip }, 'refused');
    expect(tries.waitOf({ ...card, ip: '192.0.2.4' })).to.equal(30);
    expect(tries.waitOf(stolen('192.0.2.4'))).to.equal(0);
  });

  it('require no wait from many buyers behind one address, most of whose cards are approved', () => {
    const tries = triesOnAClock();
    for (let nth = 0; nth < 200; nth += 1) {
      const buyer = stolen('192.0.2.1');
      expect(tries.waitOf(buyer)).to.equal(0);
      tries.ended(buyer, nth % 3 === 0 ? 'refused' : 'approved');
      tries.pass(1);
    }
  });

  it('allow ten concurrent attempts from one address', () => {
    const tries = triesOnAClock();
    const ends = Array.from({ length: 10 }, () => tries.begin(stolen('192.0.2.1')));
    expect(tries.waitOf(stolen('192.0.2.1'))).to.equal(5);
    expect(tries.waitOf(stolen('192.0.2.2'))).to.equal(0);
    ends[0]?.('approved');
    expect(tries.waitOf(stolen('192.0.2.1'))).to.equal(0);
  });

  it('require a wait after three declines at an offer with declines from many addresses', () => {
    const tries = triesOnAClock();
    for (let nth = 0; nth < 40; nth += 1) refuse(tries, 1, `198.51.100.${nth}`);
    refuse(tries, 2, '192.0.2.1');
    expect(tries.waitOf(stolen('192.0.2.1'))).to.equal(0);
    refuse(tries, 1, '192.0.2.1');
    expect(tries.waitOf(stolen('192.0.2.1'))).to.equal(30);
    expect(tries.waitOf(stolen('192.0.2.1', 'offer-2'))).to.equal(0);
  });
});

describe('Card testing with many cards at the checkout', () => {
  let product: Product;

  before(async function () {
    this.timeout(60_000);
    product = await startProduct(0, { limits: 'as in production' });
  });
  after(() => product.stop());

  const buyer = {
    name: 'Maria da Silva',
    email: 'maria.da.silva@example.com',
    phone: '11987654321',
    cpf: '52998224725',
    offerId: 'demo-ebook',
  };

  const byCard = async () => {
    const token = await cardToken(product, '4000000000000002');
    const creditCard = { token, installments: 1 };
    return { ...buyer, paymentMethod: 'CREDIT_CARD', creditCard } as const;
  };

  it('is rejected with 429 after five declines, while a retry gets its first answer and PIX still works', async () => {
    const key = randomUUID();
    const first = await byCard();
    const refused = await product.ask('checkout.purchase', first, { key });
    expect(refused.status).to.equal('REJECTED');
    for (let nth = 0; nth < 4; nth += 1) {
      const { status } = await product.ask('checkout.purchase', await byCard(), {
        key: randomUUID(),
      });
      expect(status).to.equal('REJECTED');
    }
    const { code, status } = await product.refusal('checkout.purchase', await byCard(), {
      key: randomUUID(),
    });
    expect([status, code]).to.deep.equal([429, 'card/too-many-refused']);
    const again = await product.ask('checkout.purchase', first, { key });
    expect(again.paymentId).to.equal(refused.paymentId);
    const pix = { ...buyer, paymentMethod: 'PIX' } as const;
    expect((await product.ask('checkout.purchase', pix, { key: randomUUID() })).status).to.equal(
      'PENDING',
    );
  });
});
