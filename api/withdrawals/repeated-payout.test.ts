import { expect } from 'chai';
import { chooseAcquirer } from '#/domain/acquiring/choose.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { cents } from '#/domain/values/money.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import { portsTo } from '#/domain/testing/ports.ts';
import { sampleNow as now } from '#/domain/testing/samples.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { AppendError } from '#/ledger/event-store.ts';
import { chooseForRepeated } from './repeated-payout.ts';

const seldom = { share: 0, standing: 'FIT' } as const;

/** The route chooses onz now. */
const chosen = chooseAcquirer('w-1', [
  { provider: 'onz', share: 100, standing: 'FIT' },
  { provider: 'treeal', ...seldom },
]);

const paid = { withdrawId: 'out-1', status: 'APPROVED', amount: cents(5_000) } as const;
const none: PaymentProvider['findWithdraw'] = async () => undefined;
const away: PaymentProvider['findWithdraw'] = async () => {
  throw new ProviderFailure('unavailable', 'away', { mayHaveHappened: false });
};
const absence = { withdraw: { seconds: 60 } };

/** Chooses the acquirer of a payout that may repeat one lost from the log. @returns its id, or the code of the refusal */
const choose = async (
  acquirers: Readonly<Record<string, Partial<PaymentProvider>>>,
  secondsSince = 3_600,
): Promise<string> => {
  const ports = portsTo({}, now);
  const epoch = { number: 2, since: addSeconds(now, -secondsSince), began: '' };
  const providers: typeof ports.providers = async (id, platformId) => ({
    ...(await ports.providers(id, platformId)),
    ...acquirers[id],
  });
  const core = { ports: { ...ports, providers, epoch: async () => epoch } };
  if (!chosen) return expect.fail('nothing chosen');
  const repeated = { withdrawalId: 'w-1', platformId: 'demo', chosen };
  try {
    return (await chooseForRepeated(core, repeated)).provider;
  } catch (error) {
    if (error instanceof Refused) return error.code;
    return error instanceof AppendError ? error.failure.kind : String(error);
  }
};

describe('A payout that may repeat a lost one, on a route of two acquirers', () => {
  it('goes to the acquirer that has it, whatever the route would choose now', async () => {
    const findWithdraw = async () => paid;
    expect(
      await choose({ onz: { findWithdraw: none, absence }, treeal: { findWithdraw } }),
    ).to.equal('treeal');
    expect(await choose({ onz: { findWithdraw: away }, treeal: { findWithdraw } })).to.equal(
      'treeal',
    );
  });

  it('goes where the route chooses once no acquirer has it', async () => {
    const declares = { findWithdraw: none, absence };
    expect(await choose({ onz: declares, treeal: declares })).to.equal('onz');
  });

  it('waits while an acquirer cannot tell yet', async () => {
    const declares = { findWithdraw: none, absence };
    const later = { findWithdraw: away, absence };
    expect(await choose({ onz: declares, treeal: later })).to.equal('unavailable');
    expect(await choose({ onz: declares, treeal: declares }, 30)).to.equal('unavailable');
  });

  it('is refused where an acquirer can never prove that it has not paid', async () => {
    const declares = { findWithdraw: none, absence };
    const unproven = { findWithdraw: none };
    expect(await choose({ onz: declares, treeal: unproven })).to.equal('withdrawal/may-be-paid');
    expect(await choose({ onz: declares, treeal: {} })).to.equal('withdrawal/may-be-paid');
  });

  it('waits while one of them may still say that it has it, whichever is asked first', async () => {
    const later = { findWithdraw: away, absence };
    for (const never of [{}, { findWithdraw: none }]) {
      expect(await choose({ onz: never, treeal: later })).to.equal('unavailable');
      expect(await choose({ onz: later, treeal: never })).to.equal('unavailable');
    }
  });

  it('waits while a call may still arrive at an acquirer that can look it up', async () => {
    const unproven = { findWithdraw: none };
    expect(await choose({ onz: unproven, treeal: unproven }, 20)).to.equal('unavailable');
  });

  it('goes to the acquirer that has made it, though one that is asked before has refused it', async () => {
    const refused = async () => ({ ...paid, status: 'REJECTED' }) as const;
    const declares = { findWithdraw: refused, absence };
    for (const status of ['APPROVED', 'PENDING'] as const) {
      const made = { findWithdraw: async () => ({ ...paid, status }), absence };
      expect(await choose({ onz: declares, treeal: made })).to.equal('treeal');
    }
    expect(await choose({ onz: declares, treeal: { findWithdraw: none, absence } })).to.equal(
      'onz',
    );
    expect(await choose({ onz: declares, treeal: { findWithdraw: away, absence } })).to.equal(
      'unavailable',
    );
  });
});
