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

/** The status words in the answers of an acquirer about a hundred such charges or payouts. */
const wordsFor = (acquirer: string, about: Partial<Resource>): ReadonlySet<unknown> => {
  const acquirerCases = providerCases.find((each) => nameOf(each) === acquirer);
  if (!acquirerCases) throw new Error(`${acquirer} has no cases`);
  const { words = {} } =
    (about.kind === 'payout' ? acquirerCases.withdrawStatuses : acquirerCases.statuses) ?? {};
  return new Set(
    Array.from({ length: 100 }, (_, nth) =>
      scalarsOf(statusReplyOf(acquirerCases, resourceOf(`id-${nth}`, about), [])?.json),
    )
      .flat()
      .flatMap(({ value }) => (Object.hasOwn(words, String(value)) ? [value] : [])),
  );
};

describe('The status words of a simulated acquirer', () => {
  it('are all its documented words for a status, and one unknown word where that has the status', () => {
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

  it('never mean another payment method, or that another amount was paid', () => {
    expect(wordsFor('celcoin', { paymentMethod: 'PIX', status: 'APPROVED' })).to.have.all.keys(
      'captured',
      'payedPix',
    );
    expect(wordsFor('celcoin', { paymentMethod: 'BILLET', status: 'APPROVED' })).to.have.all.keys(
      'captured',
      'payedBoleto',
    );
  });

  it('stay that of the reply to the creation of a charge, while the charge has the same status', () => {
    const creationReply = { status: 200, json: { status: 'authorized' } };
    const about = { paymentMethod: 'PIX', creationReply } as const;
    expect(wordsFor('celcoin', about)).to.have.all.keys('authorized');
  });
});
