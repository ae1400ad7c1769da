import { thisMachine } from '#/ledger/machine.ts';
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { Rejected } from '#/api/http/problem.ts';
import { cardToken } from '#/scripts/testing/card-token.ts';
import { startProduct, type Product } from '#/scripts/testing/product.ts';
import { createCardTries, type CardOutcome, type CardTry } from './card-tries.ts';

const triesOnAClock = () => {
  let now = 0;
  const tries = createCardTries({ ...thisMachine, elapsedMs: () => now });
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
const newCardAttempt = (ip: string, offerId = 'offer-1'): CardTry => ({
  ip,
  offerId,
  cardNumber: `4${String((cards += 1)).padStart(15, '0')}`,
});

const decline = (
  tries: Pick<ReturnType<typeof triesOnAClock>, 'ended'>,
  times: number,
  ip: string,
) => {
  for (let nth = 0; nth < times; nth += 1) tries.ended(newCardAttempt(ip), 'refused');
};

describe('createCardTries', () => {
  it('imposes no wait after two declined attempts, on the same card or on another', () => {
    const tries = triesOnAClock();
    const attempt = newCardAttempt('192.0.2.1');
    tries.ended(attempt, 'refused');
    tries.ended(attempt, 'refused');
    expect(tries.waitOf(attempt)).to.equal(0);
    expect(tries.waitOf(newCardAttempt('192.0.2.1'))).to.equal(0);
  });

  it('makes only the IP address with five declines wait, doubling with each decline up to 15 minutes', () => {
    const tries = triesOnAClock();
    decline(tries, 5, '192.0.2.1');
    const waits = [tries.waitOf(newCardAttempt('192.0.2.1'))];
    for (let nth = 0; nth < 7; nth += 1) {
      tries.pass(waits.at(-1) ?? 0);
      expect(tries.waitOf(newCardAttempt('192.0.2.1'))).to.equal(0);
      decline(tries, 1, '192.0.2.1');
      waits.push(tries.waitOf(newCardAttempt('192.0.2.1')));
    }
    expect(waits).to.deep.equal([30, 60, 120, 240, 480, 900, 900, 900]);
    expect(tries.waitOf(newCardAttempt('192.0.2.2'))).to.equal(0);
    tries.pass(3_600);
    expect(tries.waitOf(newCardAttempt('192.0.2.1'))).to.equal(0);
  });

  it('makes a card wait after three declines, from whichever IP address it is tried', () => {
    const tries = triesOnAClock();
    const card = newCardAttempt('192.0.2.1');
    for (const ip of ['192.0.2.1', '192.0.2.2', '192.0.2.3'])
      tries.ended({ ...card, ip }, 'refused');
    expect(tries.waitOf({ ...card, ip: '192.0.2.4' })).to.equal(30);
    expect(tries.waitOf(newCardAttempt('192.0.2.4'))).to.equal(0);
  });

  it('imposes no wait on 200 buyers behind one IP address when two thirds of their cards are approved', () => {
    const tries = triesOnAClock();
    for (let nth = 0; nth < 200; nth += 1) {
      const buyer = newCardAttempt('192.0.2.1');
      expect(tries.waitOf(buyer)).to.equal(0);
      tries.ended(buyer, nth % 3 === 0 ? 'refused' : 'approved');
      tries.pass(1);
    }
  });

  it('allows ten concurrent attempts from one IP address', () => {
    const tries = triesOnAClock();
    const ends = Array.from({ length: 10 }, () => tries.begin(newCardAttempt('192.0.2.1')));
    expect(tries.waitOf(newCardAttempt('192.0.2.1'))).to.equal(5);
    expect(tries.waitOf(newCardAttempt('192.0.2.2'))).to.equal(0);
    ends[0]?.('approved');
    expect(tries.waitOf(newCardAttempt('192.0.2.1'))).to.equal(0);
  });

  it('makes an IP address wait from its third decline on at an offer with declines from many addresses', () => {
    const tries = triesOnAClock();
    for (let nth = 0; nth < 40; nth += 1) decline(tries, 1, `198.51.100.${nth}`);
    decline(tries, 2, '192.0.2.1');
    expect(tries.waitOf(newCardAttempt('192.0.2.1'))).to.equal(0);
    decline(tries, 1, '192.0.2.1');
    expect(tries.waitOf(newCardAttempt('192.0.2.1'))).to.equal(30);
    expect(tries.waitOf(newCardAttempt('192.0.2.1', 'offer-2'))).to.equal(0);
  });
});

describe('Purchase after five declined cards', () => {
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

  const cardPurchase = async () => {
    const token = await cardToken(product, '4000000000000002');
    const creditCard = { token, installments: 1 };
    return { ...buyer, paymentMethod: 'CREDIT_CARD', creditCard } as const;
  };

  it('rejects a sixth card with 429, accepts PIX, and answers a retry with its original payment', async () => {
    const key = randomUUID();
    const first = await cardPurchase();
    const refused = await product.ask('checkout.purchase', first, { key });
    expect(refused.status).to.equal('REJECTED');
    for (let nth = 0; nth < 4; nth += 1) {
      const { status } = await product.ask('checkout.purchase', await cardPurchase(), {
        key: randomUUID(),
      });
      expect(status).to.equal('REJECTED');
    }
    const { code, status } = await product.refusal('checkout.purchase', await cardPurchase(), {
      key: randomUUID(),
    });
    expect([status, code]).to.deep.equal([429, 'card/too-many-refused']);
    const retried = await product.ask('checkout.purchase', first, { key });
    expect(retried.paymentId).to.equal(refused.paymentId);
    const pix = { ...buyer, paymentMethod: 'PIX' } as const;
    expect((await product.ask('checkout.purchase', pix, { key: randomUUID() })).status).to.equal(
      'PENDING',
    );
  });
});
