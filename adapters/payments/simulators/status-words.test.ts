import { expect } from 'chai';
import { loadProviderCases, nameOf } from '#/adapters/payments/evidence/evidence.ts';
import { cents } from '#/domain/values/money.ts';
import { scalarsOf } from './json-scalars.ts';
import { statusReplyOf } from './status-words.ts';
import type { Resource } from './store.ts';

const providerCases = await loadProviderCases();

const resourceOf = (id: string, about: Partial<Resource>): Resource => ({
  kind: 'charge',
  ids: new Map(),
  roles: new Map([[about.kind === 'payout' ? 'withdrawId' : 'transactionId', id]]),
  amount: cents(5_000),
  paymentMethod: undefined,
  webhookUrl: undefined,
  createdAt: 0,
  status: 'PENDING',
  refunded: 0,
  ...about,
});

/** The words with which an acquirer answers about a hundred such resources. */
const wordsFor = (acquirer: string, about: Partial<Resource>): ReadonlySet<unknown> => {
  const its = providerCases.find((each) => nameOf(each) === acquirer);
  if (!its) throw new Error(`${acquirer} has cases`);
  const { words = {} } = (about.kind === 'payout' ? its.withdrawStatuses : its.statuses) ?? {};
  return new Set(
    Array.from({ length: 100 }, (_, nth) =>
      scalarsOf(statusReplyOf(its, resourceOf(`id-${nth}`, about), [])?.json),
    )
      .flat()
      .flatMap(({ value }) => (Object.hasOwn(words, String(value)) ? [value] : [])),
  );
};

describe('The status words of a simulated acquirer', () => {
  it('are all that its documents have for a status, and one that is in none of them', () => {
    expect(wordsFor('zendry', { kind: 'payout', status: 'PENDING' })).to.have.all.keys(
      'authorization_pending',
      'auto_authorization',
      'sent',
      'never heard of',
    );
    expect(wordsFor('rapdyn', { paymentMethod: 'PIX', status: 'APPROVED' })).to.have.all.keys(
      'paid',
      'approved',
      'confirmed',
      'received',
    );
  });

  it('are never those of another payment method, or of another amount than was paid', () => {
    expect(wordsFor('celcoin', { paymentMethod: 'PIX', status: 'APPROVED' })).to.have.all.keys(
      'captured',
      'payedPix',
    );
    expect(wordsFor('celcoin', { paymentMethod: 'BILLET', status: 'APPROVED' })).to.have.all.keys(
      'captured',
      'payedBoleto',
    );
  });

  it('stay for a charge as when it was made, while its status is the same', () => {
    const creationReply = { status: 200, json: { status: 'authorized' } };
    const about = { paymentMethod: 'PIX', creationReply } as const;
    expect(wordsFor('celcoin', about)).to.have.all.keys('authorized');
  });
});
