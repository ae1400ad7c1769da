import { expect } from 'chai';
import type { PaymentEvent } from '#/domain/payment/state.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import { paymentAfter, portsTo } from '#/domain/testing/ports.ts';
import {
  sampleMeans,
  sampleNow,
  samplePayment,
  sampleWithdrawal,
} from '#/domain/testing/samples.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { openAcquirerForCall, acquirerOf } from './acquirer-of.ts';
import { adoptTransaction } from './adopt-transaction.ts';
import { readBackPayment, readBackWithdrawal } from './read-back.ts';
import type { Ports } from './reaction.ts';

type Rerouted = Extract<PaymentEvent, { type: 'PaymentRerouted' }>['data'];

const place = { provider: 'sandbox', platformId: 'demo' };
const call = { merchantAccount: 'shop-1', credential: 1 };
const LATER = addSeconds(sampleNow, 600);

const outcomeAt = (
  find: typeof acquirerOf,
  connected: Partial<PaymentProvider>,
  recordedCall: Parameters<typeof acquirerOf>[2],
) =>
  find(portsTo(connected), place, recordedCall).then(
    () => 'opened',
    (error: unknown) => (error instanceof ProviderFailure ? error.kind : error),
  );

describe('The acquirer of a recorded call', () => {
  it('is asked with new keys of the same merchant account, and never under another one', async () => {
    const renewed = { ...call, credential: 2 };
    const another = { merchantAccount: 'shop-2', credential: 1 };
    expect(await outcomeAt(acquirerOf, call, call)).to.equal('opened');
    expect(await outcomeAt(acquirerOf, renewed, call)).to.equal('opened');
    expect(await outcomeAt(acquirerOf, another, call)).to.equal('unavailable');
  });

  it('is asked about calls from before accounts were recorded, and where all platforms share one account', async () => {
    expect(await outcomeAt(acquirerOf, call, null)).to.equal('opened');
    expect(await outcomeAt(acquirerOf, call, {})).to.equal('opened');
    expect(await outcomeAt(acquirerOf, {}, call)).to.equal('opened');
  });

  it('is called with the very keys that are on record for the call', async () => {
    expect(await outcomeAt(openAcquirerForCall, call, call)).to.equal('opened');
    const renewed = { ...call, credential: 2 };
    expect(await outcomeAt(openAcquirerForCall, renewed, call)).to.equal('unavailable');
  });

  it('gets a payout again only in the account of its call, not in another one that does not have the payout', async () => {
    const sent: string[] = [];
    const requested = { ...sampleWithdrawal, heldIn: 1 };
    const attempt = {
      attemptId: 'a4c3a3de-6b1c-4c6e-9d59-5a2d6f2a7b11',
      ordinal: 1,
      provider: 'sandbox',
      epoch: 1,
      ...call,
      deadline: addSeconds(sampleNow, 5),
      at: sampleNow,
    };
    const open = {
      requested,
      status: 'UNANSWERED',
      attempt,
      approvals: [],
      payableSince: requested.at,
      providerWithdrawIds: [],
    } as const;
    const at = (merchantAccount: string) =>
      readBackWithdrawal(
        'w-1',
        open,
        portsTo(
          {
            merchantAccount,
            credential: 1,
            absence: { withdraw: { seconds: 60 } },
            findWithdraw: async () => undefined,
            withdraw: async ({ withdrawReference: withdrawId, amount }) => {
              sent.push(merchantAccount);
              return { withdrawId, status: 'APPROVED', amount };
            },
          },
          LATER,
        ),
      );
    expect([await at('shop-2'), sent]).to.deep.equal([[], []]);
    await at('shop-1');
    expect(sent).to.deep.equal(['shop-1']);
  });

  it('is asked about a moved charge in the account to which the charge moved', async () => {
    const movedTo = { merchantAccount: 'shop-1' };
    const rerouted = {
      from: 'sandbox',
      to: 'iugu',
      ...movedTo,
      cause: 'charged-elsewhere',
      choice: { reason: 'ONLY', considered: [] },
      at: sampleNow,
    } satisfies Rerouted;
    const moved = paymentAfter(
      { type: 'PaymentRequested', data: samplePayment() },
      { type: 'PaymentRerouted', data: rerouted },
      { type: 'PaymentSubmitted', data: { transactionId: 'tx-1', ...sampleMeans, at: sampleNow } },
    );
    const uses: unknown[] = [];
    const ports = portsTo({}, LATER);
    const listening: Ports = {
      ...ports,
      providers: (id, platformId, use) => {
        if (use) uses.push(use);
        return ports.providers(id, platformId, use);
      },
    };
    const claimed = { transactionId: 'tx-1', isAuthentic: true };
    await readBackPayment('p-1', moved, 'n-1', listening);
    await adoptTransaction(
      'p-1',
      moved,
      { provider: moved.provider, claimed, noticeId: 'n-1' },
      listening,
    );
    expect(uses).to.deep.equal([
      { for: 'LOOK_UP', ...movedTo },
      { for: 'LOOK_UP', ...movedTo },
    ]);
  });
});
