import { expect } from 'chai';
import type { PurchaseInput, PurchaseOutput } from '#/api/contract/checkout.ts';
import { ConnectionLost, ProblemError } from '#/web/lib/rpc.ts';
import { sessionValue } from '#/web/lib/stored-value.ts';
import type { StoredValue } from '#/web/lib/stored-value.ts';
import { buyOnce, pendingAttempt, findResumable } from './purchase-attempt.ts';
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
      image: null,
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

/** A tab whose server gives these responses in turn; an `Error` is thrown. */
const tab = (...answers: readonly (PurchaseOutput | Error)[]) =>
  tabWith(sessionValue<PurchaseAttempt>(`test-${Math.random()}`), answers);

/** The same for a tab that shares the stored attempt with others. `sent` lists the attempts that the server got. */
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

describe('Purchase attempt', () => {
  it('stores the idempotency key before tokenising the card, and the card token before sending it', async () => {
    const pending = sessionValue<PurchaseAttempt>('test-key');
    const stages: (PurchaseAttempt | undefined)[] = [];
    await buyOnce(card, {
      pending,
      complete: async (request) => {
        stages.push(pending.read());
        return { ...request, creditCard: { installments: 1, token: 't' } };
      },
      send: async (attempt) => {
        stages.push(pending.read(), attempt);
        return answer('p1', 'APPROVED');
      },
    });
    const [beforeToken, beforeSending, sent] = stages;
    expect(beforeToken?.idempotencyKey).to.match(/^[0-9a-z]+-[0-9a-f]{32}$/);
    expect(beforeToken?.request.creditCard?.token).to.equal(undefined);
    expect(beforeSending).to.deep.equal(sent);
    expect(sent?.idempotencyKey).to.equal(beforeToken?.idempotencyKey);
  });

  it('repeats the attempt that another tab began, even if each tab came from a different link', async () => {
    const shared = sessionValue<PurchaseAttempt>(`test-${Math.random()}`);
    const firstTab = tabWith(shared, [new ConnectionLost(0)]);
    const secondTab = tabWith(shared, [answer('p1', 'APPROVED')]);
    await firstTab.buy({ ...card, utmQuery: 'utm_source=ig', referer: 'https://a.example' });
    expect(await secondTab.buy({ ...card, email: 'Ana@example.com' })).to.include({
      paymentId: 'p1',
    });
    expect(secondTab.sent).to.deep.equal(firstTab.sent);
  });

  it('is resumed by a page reloaded shortly after, unless its card was not tokenised yet', () => {
    const now = 1_000_000;
    const isResumed = (begunAt: number, request: PurchaseInput): boolean => {
      const pending = sessionValue<PurchaseAttempt>('test-resumed');
      pending.keep({ idempotencyKey: 'k', request, begunAt });
      return findResumable(pending, now) !== undefined;
    };
    expect(isResumed(now - 5_000, pix)).to.equal(true);
    expect(isResumed(now - 5_000, { ...card, creditCard: { token: 't' } })).to.equal(true);
    expect(isResumed(now - 5_000, card)).to.equal(false);
    expect(isResumed(now - 600_000, pix)).to.equal(false);
  });

  it('is stored under a hash of the buyer’s e-mail address, regardless of case and spaces', () => {
    const storageKey = (email: string): string => {
      const stored: string[] = [];
      const storage = { setItem: (name: string) => stored.push(name) };
      const original = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
      Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true });
      pendingAttempt('ebook', email).keep({ idempotencyKey: 'k', request: pix, begunAt: 0 });
      if (original) Object.defineProperty(globalThis, 'localStorage', original);
      return stored.join();
    };
    expect(storageKey('ana@example.com')).to.match(/:ebook:\w+$/);
    expect(storageKey('ana@example.com')).to.equal(storageKey(' Ana@Example.com '));
    expect(storageKey('ana@example.com')).not.to.equal(storageKey('bia@example.com'));
  });

  it('repeats an unanswered attempt verbatim, with the same idempotency key and card token', async () => {
    const { buy, sent, pending } = tab(new ConnectionLost(0), answer('p1', 'APPROVED'));
    expect(await buy(card)).to.be.instanceOf(ConnectionLost);
    expect(await buy(card)).to.include({ paymentId: 'p1' });
    expect(sent[1]).to.deep.equal(sent[0]);
    expect(sent[0]?.request.creditCard?.token).to.equal('token-1');
    expect(pending.read()).to.equal(undefined);
  });

  it('keeps the idempotency key when the server answers that the outcome is unknown (504)', async () => {
    const { buy, sent } = tab(problem(504), answer('p1', 'PENDING'));
    await buy(pix);
    await buy(pix);
    expect(sent[1]?.idempotencyKey).to.equal(sent[0]?.idempotencyKey);
  });

  it('uses a new idempotency key after the server rejected the purchase (422)', async () => {
    const { buy, sent } = tab(problem(422), answer('p1', 'PENDING'));
    await buy(pix);
    await buy(pix);
    expect(sent[1]?.idempotencyKey).not.to.equal(sent[0]?.idempotencyKey);
  });

  it('repeats an unanswered card purchase first, and returns it instead of buying by PIX if it was approved', async () => {
    const { buy, sent } = tab(new ConnectionLost(0), answer('p1', 'APPROVED'));
    await buy(card);
    expect(await buy(pix)).to.include({ paymentId: 'p1' });
    expect(sent.map(({ request }) => request.paymentMethod)).to.deep.equal([
      'CREDIT_CARD',
      'CREDIT_CARD',
    ]);
  });

  it('goes on to buy by PIX when the earlier card purchase turns out to be declined', async () => {
    const declined = answer('p1', 'REJECTED');
    const { buy, sent } = tab(new ConnectionLost(0), declined, answer('p2', 'PENDING'));
    await buy(card);
    expect(await buy(pix)).to.include({ paymentId: 'p2' });
    expect(sent).to.have.lengthOf(3);
  });

  it('buys nothing else while the outcome of the earlier card purchase is unknown', async () => {
    const { buy, sent } = tab(new ConnectionLost(0), new ConnectionLost(0));
    await buy(card);
    expect(await buy(pix)).to.be.instanceOf(ConnectionLost);
    expect(sent[1]).to.deep.equal(sent[0]);
  });

  it('starts a new attempt instead of repeating an unanswered PIX attempt when the order has changed', async () => {
    const { buy, sent } = tab(new ConnectionLost(0), answer('p2', 'PENDING'));
    await buy(pix);
    await buy({ ...pix, orderBumpsIds: ['bump-1'] });
    expect(sent[1]?.request.orderBumpsIds).to.deep.equal(['bump-1']);
    expect(sent[1]?.idempotencyKey).not.to.equal(sent[0]?.idempotencyKey);
  });
});
