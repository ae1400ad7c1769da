import { expect } from 'chai';
import { purposes, routeOf } from '#/domain/acquiring/route.ts';
import { samplePlatform } from '#/domain/testing/samples.ts';
import { mayHave, mayStillCharge, mayUse } from './may-use.ts';

const pixBy = (provider: string) => ({ provider, purpose: 'PIX' }) as const;

describe('What a platform may use', () => {
  it('is everything, as long as masters have set nothing', () => {
    for (const purpose of purposes)
      expect(mayUse(undefined, { provider: 'onz', purpose })).to.equal(true);
    expect(mayHave(undefined, 'onz')).to.equal(true);
    expect(mayUse({ isInProduction: true }, pixBy('onz'))).to.equal(true);
  });

  it('is the simulated acquirer alone before it is in production', () => {
    const setup = { isInProduction: false };
    expect(mayUse(setup, pixBy('onz'))).to.equal(false);
    expect(mayUse(setup, pixBy('sandbox'))).to.equal(true);
    expect(mayHave(setup, 'onz'), 'accounts may be connected before').to.equal(true);
  });

  it('does not include the simulated acquirer once a master has put it in production', () => {
    const setup = { isInProduction: true, isSimulationOver: true } as const;
    expect(mayUse(setup, pixBy('sandbox'))).to.equal(false);
    expect(mayUse(setup, pixBy('onz'))).to.equal(true);
    expect(mayUse({ isInProduction: true }, pixBy('sandbox')), 'never switched').to.equal(true);
  });

  it('lets no sale change between simulated and real money', () => {
    const before = { isInProduction: false };
    const after = { isInProduction: true, isSimulationOver: true } as const;
    const [simulated, real] = [
      { provider: 'sandbox', isSimulated: true },
      { provider: 'onz' },
    ] as const;
    expect(mayStillCharge(before, simulated)).to.equal(true);
    expect(mayStillCharge(after, simulated)).to.equal(false);
    expect(mayStillCharge(after, real)).to.equal(true);
    expect(mayStillCharge(before, real), 'taken out of production').to.equal(false);
    expect(mayStillCharge(after, { ...simulated, provider: 'onz' })).to.equal(false);
    expect(mayStillCharge(undefined, real)).to.equal(true);
    const always = { isInProduction: true };
    expect(mayStillCharge(always, { provider: 'sandbox' }), 'never switched').to.equal(true);
  });

  it('is, for a payout, only an acquirer for its kind of money (simulated or real), also after the platform was switched', () => {
    const payoutBy = (provider: string, isSimulated: boolean) =>
      ({ provider, purpose: 'WITHDRAW', isSimulated }) as const;
    const off = { isInProduction: false };
    expect(mayUse(off, payoutBy('onz', false)), 'real money, taken out').to.equal(true);
    expect(mayUse(off, payoutBy('sandbox', false))).to.equal(false);
    expect(mayUse(off, payoutBy('onz', true))).to.equal(false);
    expect(mayUse(off, payoutBy('sandbox', true))).to.equal(true);
    const on = { isInProduction: true, isSimulationOver: true } as const;
    expect(mayUse(on, payoutBy('onz', false))).to.equal(true);
    for (const provider of ['onz', 'sandbox'])
      expect(mayUse(on, payoutBy(provider, true)), 'simulated before').to.equal(false);
    expect(mayUse({ isInProduction: true }, payoutBy('sandbox', false))).to.equal(true);
    expect(mayUse({ ...off, methods: ['PIX'] }, payoutBy('onz', false))).to.equal(false);
  });

  it('is no acquirer and no method that masters leave out', () => {
    const setup = { isInProduction: true, providers: ['onz'], methods: ['PIX' as const] };
    expect(mayUse(setup, pixBy('onz'))).to.equal(true);
    expect(mayUse(setup, pixBy('treeal'))).to.equal(false);
    expect(mayUse(setup, { provider: 'onz', purpose: 'WITHDRAW' })).to.equal(false);
    expect(mayHave(setup, 'treeal')).to.equal(false);
    const none = { isInProduction: true, providers: [], methods: [] };
    expect(mayUse(none, pixBy('onz'))).to.equal(false);
  });

  it('is the part of a route that masters allow, also of a seller’s own', () => {
    const both = [
      { provider: 'onz', share: 60 },
      { provider: 'treeal', share: 40 },
    ];
    const routes = { ...samplePlatform.routes, PIX: both };
    const setup = { isInProduction: true, providers: ['treeal'] };
    const allowed = [{ provider: 'treeal', share: 40 }];
    expect(routeOf('PIX', { routes, setup }, { routes: {} })).to.deep.equal(allowed);
    expect(routeOf('PIX', { ...samplePlatform, setup }, { routes: { PIX: both } })).to.deep.equal(
      allowed,
    );
    expect(routeOf('PIX', { routes }, { routes: {} })).to.deep.equal(both);
  });
});
