import { expect } from 'chai';
import type { PurchaseInput, PurchaseOutput } from '#/api/contract/checkout.ts';
import { ConnectionLost, ProblemError } from '#/web/lib/rpc.ts';
import { sessionValue } from '#/web/lib/stored-value.ts';
import type { StoredValue } from '#/web/lib/stored-value.ts';
import { buyOnce, pendingAttempt, resumable } from './purchase-attempt.ts';
import type { PurchaseAttempt } from './purchase-attempt.ts';

const pix: PurchaseInput = {
  offerId: 'ebook',
  email: 'ana@example.com',
  name: 'Ana Souza',
  paymentMethod: 'PIX',
};
const card: PurchaseInput = {
  ...pix,
  paymentMethod: 'CREDIT_CARD',
  creditCard: { installments: 1 },
};

const answer = (paymentId: string, status: PurchaseOutput['status']): PurchaseOutput => {
  const method = 'PIX';
  return {
    paymentId,
    method,
    status,
    upsellToken: '',
    cardRefusal: null,
    position: '1',
    payment: {
      paymentId,
      offerId: 'ebook',
      title: '',
      sellerName: null,
      lines: [],
      subscription: null,
      typeProduct: 'DIGITAL',
      method,
      status,
      amount: 1,
      refundedAmount: 0,
      currency: 'BRL',
      installments: 1,
      pixCode: null,
      billetCode: null,
      billetUrl: null,
      cardBrand: null,
      cardLastDigits: null,
      requestedAt: '',
      approvedAt: null,
      expiresAt: null,
      dueOn: null,
      cause: null,
      sandboxPayUrl: null,
      position: '1',
    },
  };
};

const problem = (status: number) =>
  new ProblemError({
    type: '',
    title: '',
    status,
    code: 'x',
    detail: { pt: '', en: '' },
    requestId: '',
  });

/** A tab, and a server that responds as configured: with a payment, or by throwing. */
const tab = (...answers: readonly (PurchaseOutput | Error)[]) =>
  tabWith(sessionValue<PurchaseAttempt>(`test-${Math.random()}`), answers);

const tabWith = (
  pending: StoredValue<PurchaseAttempt>,
  answers: readonly (PurchaseOutput | Error)[],
) => {
  const sent: PurchaseAttempt[] = [];
  let tokens = 0;
  const buy = (request: PurchaseInput) =>
    buyOnce(request, {
      pending,
      complete: async (incomplete) => {
        tokens += 1;
        const { creditCard } = incomplete;
        return creditCard
          ? { ...incomplete, creditCard: { ...creditCard, token: `token-${tokens}` } }
          : incomplete;
      },
      send: async (attempt) => {
        const next = answers[sent.length];
        sent.push(attempt);
        if (next instanceof Error || !next) throw next ?? new Error('asked too often');
        return next;
      },
    }).catch((failure: unknown) => failure);
  return { buy, sent, pending };
};

describe('buying once', () => {
  it('keeps the key before the card is turned into a token, and the token before it is sent', async () => {
    const pending = sessionValue<PurchaseAttempt>('test-key');
    const seen: (PurchaseAttempt | undefined)[] = [];
    await buyOnce(card, {
      pending,
      complete: async (request) => {
        seen.push(pending.read());
        return { ...request, creditCard: { installments: 1, token: 't' } };
      },
      send: async (attempt) => {
        seen.push(pending.read(), attempt);
        return answer('p1', 'APPROVED');
      },
    });
    const [before, kept, sent] = seen;
    expect(before?.idempotencyKey).to.match(/^[0-9a-f]{32}$/);
    expect(before?.request.creditCard?.token).to.equal(undefined);
    expect(kept).to.deep.equal(sent);
    expect(sent?.idempotencyKey).to.equal(before?.idempotencyKey);
  });

  it('asks for what another tab has begun, wherever this one was opened from', async () => {
    const shared = sessionValue<PurchaseAttempt>(`test-${Math.random()}`);
    const one = tabWith(shared, [new ConnectionLost(0)]);
    const two = tabWith(shared, [answer('p1', 'APPROVED')]);
    await one.buy({ ...card, utmQuery: 'utm_source=ig', referer: 'https://a.example' });
    expect(await two.buy({ ...card, email: 'Ana@example.com' })).to.include({ paymentId: 'p1' });
    expect(two.sent).to.deep.equal(one.sent);
  });

  it('goes on with what was pressed just before the page was loaded again, unless its card was not sent', () => {
    const now = 1_000_000;
    const resumed = (begunAt: number, request: PurchaseInput): boolean => {
      const pending = sessionValue<PurchaseAttempt>('test-resumed');
      pending.keep({ idempotencyKey: 'k', request, begunAt });
      return resumable(pending, now) !== undefined;
    };
    expect(resumed(now - 5_000, pix)).to.equal(true);
    expect(resumed(now - 5_000, { ...card, creditCard: { token: 't' } })).to.equal(true);
    expect(resumed(now - 5_000, card)).to.equal(false);
    expect(resumed(now - 600_000, pix)).to.equal(false);
  });

  it('keeps nothing of a buyer in clear in the name of what is kept', () => {
    const key = (email: string): string => {
      const written: string[] = [];
      const storage = { setItem: (name: string) => written.push(name) };
      const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
      Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true });
      pendingAttempt('ebook', email).keep({ idempotencyKey: 'k', request: pix, begunAt: 0 });
      if (before) Object.defineProperty(globalThis, 'localStorage', before);
      return written.join();
    };
    expect(key('ana@example.com')).to.match(/:ebook:\w+$/);
    expect(key('ana@example.com')).to.equal(key(' Ana@Example.com '));
    expect(key('ana@example.com')).not.to.equal(key('bia@example.com'));
  });

  it('repeats an attempt that got no answer word for word, with its key and its card token', async () => {
    const { buy, sent, pending } = tab(new ConnectionLost(0), answer('p1', 'APPROVED'));
    expect(await buy(card)).to.be.instanceOf(ConnectionLost);
    expect(await buy(card)).to.include({ paymentId: 'p1' });
    expect(sent[1]).to.deep.equal(sent[0]);
    expect(sent[0]?.request.creditCard?.token).to.equal('token-1');
    expect(pending.read()).to.equal(undefined);
  });

  it('keeps the key when the server does not know how it ended either', async () => {
    const { buy, sent } = tab(problem(504), answer('p1', 'PENDING'));
    await buy(pix);
    await buy(pix);
    expect(sent[1]?.idempotencyKey).to.equal(sent[0]?.idempotencyKey);
  });

  it('is a new attempt after a clear no', async () => {
    const { buy, sent } = tab(problem(422), answer('p1', 'PENDING'));
    await buy(pix);
    await buy(pix);
    expect(sent[1]?.idempotencyKey).not.to.equal(sent[0]?.idempotencyKey);
  });

  it('first learns what became of a card before anything else is bought', async () => {
    const { buy, sent } = tab(new ConnectionLost(0), answer('p1', 'APPROVED'));
    await buy(card);
    expect(await buy(pix)).to.include({ paymentId: 'p1' });
    expect(sent.map(({ request }) => request.paymentMethod)).to.deep.equal([
      'CREDIT_CARD',
      'CREDIT_CARD',
    ]);
  });

  it('goes on to the other purchase when that card was refused', async () => {
    const refused = answer('p1', 'REJECTED');
    const { buy, sent } = tab(new ConnectionLost(0), refused, answer('p2', 'PENDING'));
    await buy(card);
    expect(await buy(pix)).to.include({ paymentId: 'p2' });
    expect(sent).to.have.lengthOf(3);
  });

  it('buys nothing else while that card is still unknown', async () => {
    const { buy, sent } = tab(new ConnectionLost(0), new ConnectionLost(0));
    await buy(card);
    expect(await buy(pix)).to.be.instanceOf(ConnectionLost);
    expect(sent[1]).to.deep.equal(sent[0]);
  });

  it('leaves an unpaid PIX behind when the order was changed', async () => {
    const { buy, sent } = tab(new ConnectionLost(0), answer('p2', 'PENDING'));
    await buy(pix);
    await buy({ ...pix, orderBumpsIds: ['bump-1'] });
    expect(sent[1]?.request.orderBumpsIds).to.deep.equal(['bump-1']);
    expect(sent[1]?.idempotencyKey).not.to.equal(sent[0]?.idempotencyKey);
  });
});
