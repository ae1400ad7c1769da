import { expect } from 'chai';
import fc from 'fast-check';
import { stepAside } from '#/domain/acquiring/health.ts';
import { purposes as ofDomain, route as soundRoute, type Route } from '#/domain/acquiring/route.ts';
import {
  addable,
  isSameDraft,
  isSound,
  isWithin,
  LIMITS,
  LONGEST_ROUTE,
  moveStop,
  namedIn,
  purposes,
  wholeNumber,
  removeStop,
  withoutNone,
  withShare,
  withStop,
} from './route-draft.ts';

const onz = { provider: 'onz', share: 60 };
const bmb = { provider: 'bmb', share: 40 };
const venit = { provider: 'venit', share: 0 };
const connected = ['onz', 'bmb', 'venit'].map((id) => ({ id, connected: true }));

describe('editing a route', () => {
  it('moves an acquirer one place, and nothing beyond the ends', () => {
    const order = (route: Route) => route.map(({ provider }) => provider).join(' ');
    expect(order(moveStop([onz, bmb, venit], 'venit', -1))).to.equal('onz venit bmb');
    expect(order(moveStop([onz, bmb, venit], 'onz', 1))).to.equal('bmb onz venit');
    expect(order(moveStop([onz, bmb], 'onz', -1))).to.equal('onz bmb');
    expect(order(moveStop([onz, bmb], 'bmb', 1))).to.equal('onz bmb');
  });

  it('gives the first acquirer everything and what is removed to the first that is left', () => {
    expect(withStop([], 'onz')).to.deep.equal([{ provider: 'onz', share: 100 }]);
    expect(removeStop([onz, bmb], 'onz')).to.deep.equal([{ provider: 'bmb', share: 100 }]);
    expect(removeStop([bmb], 'bmb')).to.deep.equal([]);
  });

  it('keeps a route that the server takes one, however it is reordered', () => {
    const step = fc.tuple(fc.constantFrom('add', 'remove', 'up', 'down'), fc.nat({ max: 12 }));
    const edit = (route: Route, [what, which]: readonly [string, number]): Route => {
      const provider = `acquirer${which}`;
      if (what === 'up' || what === 'down')
        return moveStop(route, provider, what === 'up' ? -1 : 1);
      const isThere = route.some((stop) => stop.provider === provider);
      if (what === 'remove') return removeStop(route, provider);
      return isThere || route.length >= LONGEST_ROUTE ? route : withStop(route, provider);
    };
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const edited = steps.reduce<Route>(edit, []);
        expect(soundRoute.safeParse(edited).success).to.equal(true);
      }),
    );
  });

  it('reads a share as a whole number of at most 100', () => {
    expect(['', '7', '070', '12,5', '999', 'abc'].map((typed) => wholeNumber(typed, 100)))
      .to.deep //
      .equal([0, 7, 70, 100, 100, 0]);
  });
});

describe('routes as edited', () => {
  it('are sound when shares make 100 and everyone named is connected', () => {
    expect(isSound({ routes: { PIX: [onz, bmb], BILLET: [] } }, connected)).to.equal(true);
    expect(isSound({ routes: { PIX: withShare([onz, bmb], 'bmb', 30) } }, connected)).to.equal(
      false,
    );
    expect(isSound({ routes: { PIX: [onz, bmb] } }, connected.slice(1))).to.equal(false);
  });

  it('are the same whatever the order they were written in, but not when own becomes none', () => {
    const [one, other] = [
      { routes: { PIX: [onz, bmb], BILLET: [] } },
      { routes: { BILLET: [], PIX: [onz, bmb] } },
    ];
    expect(isSameDraft(one, other)).to.equal(true);
    expect(isSameDraft(one, { routes: { PIX: [bmb, onz], BILLET: [] } })).to.equal(false);
    expect(isSameDraft(one, { routes: { PIX: [onz, bmb] } })).to.equal(false);
  });

  it('offer for a purpose only who is connected, does it, and is not there yet', () => {
    const acquirers = [
      { id: 'onz', label: 'ONZ', purposes: ['PIX', 'WITHDRAW'], connected: true },
      { id: 'bmb', label: 'BMB', purposes: ['PIX'], connected: false },
      { id: 'iugu', label: 'iugu', purposes: ['BILLET'], connected: true },
    ] as const;
    const ids = (...wanted: Parameters<typeof addable>) => addable(...wanted).map(({ id }) => id);
    expect(ids(acquirers, 'PIX', [])).to.deep.equal(['onz']);
    expect(ids(acquirers, 'PIX', [onz])).to.deep.equal([]);
    expect(ids(acquirers, 'CREDIT_CARD', [])).to.deep.equal([]);
  });

  it('show a route to nobody as one without anybody, and a seller’s that is not there as such', () => {
    const signedOut = { provider: 'none', share: 100 };
    expect(withoutNone({ PIX: [signedOut], BILLET: [bmb, onz] })).to.deep.equal({
      PIX: [],
      CREDIT_CARD: undefined,
      BILLET: [bmb, onz],
      WITHDRAW: undefined,
    });
  });

  it('tell where an acquirer is named', () => {
    expect(namedIn({ PIX: [onz], WITHDRAW: [bmb, onz] }, 'onz')).to.deep.equal(['PIX', 'WITHDRAW']);
  });

  it('know the same purposes and limits as the domain', () => {
    expect(purposes).to.deep.equal(ofDomain);
    const { answeredBelow, slowerThan } = stepAside.shape;
    for (const value of [-1, 0, 100, 101]) {
      expect(isWithin('answeredBelow', value)).to.equal(answeredBelow.safeParse(value).success);
    }
    const { least, most } = LIMITS.slowerThan;
    for (const value of [least - 1, least, most, most + 1]) {
      expect(isWithin('slowerThan', value)).to.equal(slowerThan.safeParse(value).success);
    }
  });
});
