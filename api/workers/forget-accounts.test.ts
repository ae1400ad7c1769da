import { expect } from 'chai';
import { keepFormer, listFormer } from '#/api/acquiring/former-accounts.ts';
import { sampleNow as now } from '#/domain/testing/samples.ts';
import { portsTo } from '#/domain/testing/ports.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { thisMachine } from '#/ledger/machine.ts';
import { createMemoryCredentials } from '#/ledger/vault/memory-credentials.ts';
import { forgetAccounts, KEPT_DAYS, startForgetting } from './forget-accounts.ts';

const place = { provider: 'fairpay', platformId: 'demo' };
const account = { baseUrl: 'https://fairpay.example', secretKey: 'sk_first' };
const later = addSeconds(now, (KEPT_DAYS + 1) * 86_400);

describe('An account that was replaced half a year ago', () => {
  const sweep = async (
    meanwhile: (credentials: ReturnType<typeof createMemoryCredentials>) => Promise<void>,
  ) => {
    const credentials = createMemoryCredentials();
    await keepFormer(credentials, place, account, now);
    const isAwaited = async (): Promise<boolean> => {
      await meanwhile(credentials);
      return false;
    };
    const onFailure = (error: unknown) => expect.fail(String(error));
    await forgetAccounts({ credentials, now: () => later }, isAwaited, onFailure);
    return listFormer(credentials);
  };

  it('is forgotten if nothing is awaited in it', async () => {
    expect(await sweep(async () => undefined)).to.deep.equal([]);
  });

  it('is kept if it is connected again meanwhile, be it replaced again at once', async () => {
    const connected = await sweep(({ put }) => put(place.platformId, place.provider, account));
    expect(connected).to.have.length(1);
    const replaced = await sweep((credentials) => keepFormer(credentials, place, account, later));
    expect(replaced).to.have.length(1);
  });

  it('is not forgotten by a process whose clock is in doubt', async () => {
    for (const isTrue of [false, true]) {
      const credentials = createMemoryCredentials();
      await keepFormer(credentials, place, account, now);
      const swept = Promise.withResolvers<void>();
      const machine = { ...thisMachine, pause: async () => swept.resolve() };
      const ports = { ...portsTo({}, later), isClockTrue: () => isTrue };
      const core = { credentials, now: () => later, machine, ports };
      const work = startForgetting(core, async () => false, swept.reject);
      await swept.promise;
      await work.stop();
      expect(await listFormer(credentials)).to.have.length(isTrue ? 0 : 1);
    }
  });
});
