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

/** On the route, but never chosen. */
const withoutShare = { share: 0, standing: 'FIT' } as const;

/** The route's choice: onz. */
const chosen = chooseAcquirer('w-1', [
  { provider: 'onz', share: 100, standing: 'FIT' },
  { provider: 'treeal', ...withoutShare },
]);

/** The same, since the platform has disconnected the second acquirer. */
const chosenAlone = chooseAcquirer('w-1', [
  { provider: 'onz', share: 100, standing: 'FIT' },
  { provider: 'treeal', share: 0, standing: 'NOT_OFFERED' },
]);

const paid = { withdrawId: 'out-1', status: 'APPROVED', amount: cents(5_000) } as const;
const notFound: PaymentProvider['findWithdraw'] = async () => undefined;
const away: PaymentProvider['findWithdraw'] = async () => {
  throw new ProviderFailure('unavailable', 'away', { mayHaveHappened: false });
};
const absence = { withdraw: { seconds: 60 } };

type Providers = ReturnType<typeof portsTo>['providers'];

/** Chooses the acquirer of a payout that may repeat one lost from the log. @returns its id, or the code of the refusal */
const chooseWith = async (
  providers: Providers,
  secondsSince = 3_600,
  route = chosen,
  routedSince: readonly string[] = [],
): Promise<string> => {
  const epoch = { number: 2, since: addSeconds(now, -secondsSince), began: '' };
  const core = { ports: { ...portsTo({}, now), providers, epoch: async () => epoch } };
  if (!route) return expect.fail('nothing chosen');
  const repeated = { withdrawalId: 'w-1', platformId: 'demo', chosen: route, routedSince };
  try {
    return (await chooseForRepeated(core, repeated)).provider;
  } catch (error) {
    if (error instanceof Refused) return error.code;
    return error instanceof AppendError ? error.failure.kind : String(error);
  }
};

/** As `chooseWith`. @param acquirers the platform has and had no account at others */
const choose = (
  acquirers: Readonly<Record<string, Partial<PaymentProvider>>>,
  secondsSince?: number,
  route?: typeof chosen,
  routedSince?: readonly string[],
): Promise<string> => {
  const ports = portsTo({}, now);
  const providers: Providers = async (id, platformId) => {
    if (!(id in acquirers)) throw new Refused('provider/not-offered');
    return { ...(await ports.providers(id, platformId)), ...acquirers[id] };
  };
  return chooseWith(providers, secondsSince, route, routedSince);
};

describe('A payout that may repeat a lost one, on a route of two acquirers', () => {
  it('goes to the acquirer that has paid it, whatever the route would choose now', async () => {
    const findWithdraw = async () => paid;
    expect(
      await choose({ onz: { findWithdraw: notFound, absence }, treeal: { findWithdraw } }),
    ).to.equal('treeal');
    expect(await choose({ onz: { findWithdraw: away }, treeal: { findWithdraw } })).to.equal(
      'treeal',
    );
  });

  it('goes to the acquirer that has paid it in a former account', async () => {
    const hasNotPaid = { findWithdraw: notFound, absence };
    const findWithdraw: PaymentProvider['findWithdraw'] = async () => paid;
    const ports = portsTo({}, now);
    const providers: Providers = async (id, platformId, use) => {
      const acquirer = { ...(await ports.providers(id, platformId)), ...hasNotPaid };
      if (use?.for === 'LOOK_UP' && use.merchantAccount === 'former' && id === 'treeal')
        return { ...acquirer, merchantAccount: 'former', findWithdraw };
      return { ...acquirer, merchantAccount: 'connected', formerAccounts: ['former'] };
    };
    expect(await chooseWith(providers)).to.equal('treeal');
  });

  it('goes to the acquirer that has paid it in a former account, also if the connected one pays nothing out', async () => {
    const ports = portsTo({}, now);
    const providers: Providers = async (id, platformId, use) => {
      const acquirer = await ports.providers(id, platformId);
      if (id === 'onz') return { ...acquirer, findWithdraw: notFound, absence };
      const { findWithdraw: _, withdraw: __, ...collecting } = acquirer;
      return use?.for === 'LOOK_UP' && use.merchantAccount === 'former'
        ? {
            ...acquirer,
            merchantAccount: 'former',
            withdrawMethods: ['PIX'],
            findWithdraw: async () => paid,
          }
        : {
            ...collecting,
            merchantAccount: 'connected',
            formerAccounts: ['former'],
            withdrawMethods: [],
          };
    };
    expect(await chooseWith(providers, 3_600, chosenAlone)).to.equal('treeal');
  });

  it('goes to the acquirer that has paid it, also if it cannot make another one now', async () => {
    const onz = { findWithdraw: notFound, absence };
    const disconnected = { findWithdraw: async () => paid, withdrawMethods: ['PIX'] } as const;
    const route = chosenAlone;
    expect(await choose({ onz, treeal: disconnected }, 3_600, route)).to.equal('treeal');
    expect(await choose({ onz }, 3_600, route), 'never connected').to.equal('onz');
    const collecting = { withdrawMethods: [] } as const;
    expect(await choose({ onz, treeal: collecting }, 3_600, route), 'pays nothing').to.equal('onz');
  });

  it('goes to the acquirer that has paid it, also if that has left the route since', async () => {
    const onz = { findWithdraw: notFound, absence };
    const left = { findWithdraw: async () => paid, withdrawMethods: ['PIX'] } as const;
    const others = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];
    for (const beside of [[], others]) {
      const candidates = beside.map((provider) => ({ provider, ...withoutShare }));
      const route = chooseAcquirer('w-1', [
        { provider: 'onz', share: 100, standing: 'FIT' },
        ...candidates,
      ]);
      const asked = Object.fromEntries(beside.map((id) => [id, onz]));
      const chooseSince = (acquirers: Parameters<typeof choose>[0]) =>
        choose({ ...asked, ...acquirers }, 3_600, route, ['treeal']);
      expect(await chooseSince({ onz, treeal: left })).to.equal('treeal');
      expect(await chooseSince({ onz }), 'no account is kept').to.equal('onz');
    }
  });

  it('goes where the route chooses once every acquirer has proved that it has not paid', async () => {
    const hasNotPaid = { findWithdraw: notFound, absence };
    expect(await choose({ onz: hasNotPaid, treeal: hasNotPaid })).to.equal('onz');
  });

  it('waits while an acquirer cannot tell yet', async () => {
    const hasNotPaid = { findWithdraw: notFound, absence };
    const noAnswer = { findWithdraw: away, absence };
    expect(await choose({ onz: hasNotPaid, treeal: noAnswer })).to.equal('unavailable');
    expect(await choose({ onz: hasNotPaid, treeal: hasNotPaid }, 30)).to.equal('unavailable');
  });

  it('is refused where an acquirer can never prove that it has not paid', async () => {
    const hasNotPaid = { findWithdraw: notFound, absence };
    const unproven = { findWithdraw: notFound };
    expect(await choose({ onz: hasNotPaid, treeal: unproven })).to.equal('withdrawal/may-be-paid');
    expect(await choose({ onz: hasNotPaid, treeal: {} })).to.equal('withdrawal/may-be-paid');
  });

  it('is refused where keys are revoked, so that an account never answers again', async () => {
    const revoked: PaymentProvider['findWithdraw'] = async () => {
      throw new ProviderFailure('unauthorized', 'revoked', { mayHaveHappened: false });
    };
    const hasNotPaid = { findWithdraw: notFound, absence };
    const treeal = { findWithdraw: revoked, absence };
    expect(await choose({ onz: hasNotPaid, treeal })).to.equal('withdrawal/may-be-paid');
  });

  it('waits while one of them may still say that it has paid, whichever is asked first', async () => {
    const noAnswer = { findWithdraw: away, absence };
    for (const neverProves of [{}, { findWithdraw: notFound }]) {
      expect(await choose({ onz: neverProves, treeal: noAnswer })).to.equal('unavailable');
      expect(await choose({ onz: noAnswer, treeal: neverProves })).to.equal('unavailable');
    }
  });

  it('waits while a lost call may still arrive at an acquirer that can look payouts up', async () => {
    const unproven = { findWithdraw: notFound };
    expect(await choose({ onz: unproven, treeal: unproven }, 20)).to.equal('unavailable');
  });

  it('goes to the acquirer that has made it, even if one that is asked earlier has refused it', async () => {
    const refused = async () => ({ ...paid, status: 'REJECTED' }) as const;
    const hasNotPaid = { findWithdraw: refused, absence };
    for (const status of ['APPROVED', 'PENDING'] as const) {
      const made = { findWithdraw: async () => ({ ...paid, status }), absence };
      expect(await choose({ onz: hasNotPaid, treeal: made })).to.equal('treeal');
    }
    expect(await choose({ onz: hasNotPaid, treeal: { findWithdraw: notFound, absence } })).to.equal(
      'onz',
    );
    expect(await choose({ onz: hasNotPaid, treeal: { findWithdraw: away, absence } })).to.equal(
      'unavailable',
    );
  });
});
