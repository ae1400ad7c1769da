import { expect } from 'chai';
import fc from 'fast-check';
import { LONGEST_ROUTE, SUSPENSION_BOUNDS } from '#/domain/acquiring/bounds.ts';
import { stepAside } from '#/domain/acquiring/health.ts';
import {
  purposes as domainPurposes,
  route as routeSchema,
  type Route,
} from '#/domain/acquiring/route.ts';
import {
  differencesBetween,
  listAddable,
  isWithin,
  moveLeg,
  purposesUsing,
  purposes,
  wholeNumberUpTo,
  removeLeg,
  routesErrors,
  valuesOf,
  withShare,
  withLeg,
  type RecordedRoutes,
} from './route-draft.ts';

const onz = { provider: 'onz', share: 60 };
const bmb = { provider: 'bmb', share: 40 };
const venit = { provider: 'venit', share: 0 };
const connected = ['onz', 'bmb', 'venit'].map((id) => ({ id, connected: true }));

describe('Editing a route', () => {
  it('moves an acquirer one place up or down, but not beyond the ends of the route', () => {
    const order = (route: Route) => route.map(({ provider }) => provider).join(' ');
    expect(order(moveLeg([onz, bmb, venit], 'venit', -1))).to.equal('onz venit bmb');
    expect(order(moveLeg([onz, bmb, venit], 'onz', 1))).to.equal('bmb onz venit');
    expect(order(moveLeg([onz, bmb], 'onz', -1))).to.equal('onz bmb');
    expect(order(moveLeg([onz, bmb], 'bmb', 1))).to.equal('onz bmb');
  });

  it('gives the first acquirer the whole share, and a removed acquirer’s share to the first one left', () => {
    expect(withLeg([], 'onz')).to.deep.equal([{ provider: 'onz', share: 100 }]);
    expect(removeLeg([onz, bmb], 'onz')).to.deep.equal([{ provider: 'bmb', share: 100 }]);
    expect(removeLeg([bmb], 'bmb')).to.deep.equal([]);
  });

  it('stays valid for the server through any sequence of additions, removals and moves', () => {
    const step = fc.tuple(fc.constantFrom('add', 'remove', 'up', 'down'), fc.nat({ max: 12 }));
    const edit = (route: Route, [action, number]: readonly [string, number]): Route => {
      const provider = `acquirer${number}`;
      if (action === 'up' || action === 'down')
        return moveLeg(route, provider, action === 'up' ? -1 : 1);
      const isOnRoute = route.some((leg) => leg.provider === provider);
      if (action === 'remove') return removeLeg(route, provider);
      return isOnRoute || route.length >= LONGEST_ROUTE ? route : withLeg(route, provider);
    };
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const edited = steps.reduce<Route>(edit, []);
        expect(routeSchema.safeParse(edited).success).to.equal(true);
      }),
    );
  });

  it('reads a share as a whole number of at most 100', () => {
    const numbers = ['', '7', '070', '12,5', '999', 'abc'].map((typed) =>
      wholeNumberUpTo(typed, 100),
    );
    expect(numbers).to.deep.equal([0, 7, 70, 100, 100, 0]);
  });
});

describe('Draft of routes', () => {
  const errorsOf = (recorded: RecordedRoutes, acquirers = connected) =>
    Object.entries(routesErrors(valuesOf(recorded), acquirers)).filter(([, code]) => code);

  it('is valid when each route’s shares sum to 100 and all its acquirers are connected', () => {
    expect(errorsOf({ routes: { PIX: [onz, bmb], BILLET: [] } })).to.deep.equal([]);
    const sumOf90 = withShare([onz, bmb], 'bmb', 30);
    expect(errorsOf({ routes: { PIX: sumOf90 } })).to.deep.equal([['PIX', 'sum']]);
    const withoutOnz = connected.slice(1);
    expect(errorsOf({ routes: { PIX: [onz, bmb] } }, withoutOnz)).to.deep.equal([
      ['PIX', 'unconnected'],
    ]);
  });

  it('is valid when the platform’s limits are within their bounds', () => {
    const withLimits = (answeredBelow: number, slowerThan: number) =>
      errorsOf({ routes: {}, stepAside: { answeredBelow, slowerThan } }).map(([name]) => name);
    expect(withLimits(50, 5_000)).to.deep.equal([]);
    expect(withLimits(101, 499)).to.deep.equal(['answeredBelow', 'slowerThan']);
  });

  it('differs from another in the routes whose acquirers, order or shares differ, and in limits', () => {
    const [limits, routes] = [{ answeredBelow: 50, slowerThan: 5_000 }, { PIX: [onz, bmb] }];
    const draft = valuesOf({ routes, stepAside: limits });
    const changed = (recorded: RecordedRoutes) =>
      differencesBetween(draft, valuesOf(recorded)).map(({ path }) => path);
    expect(changed({ routes, stepAside: limits })).to.deep.equal([]);
    expect(changed({ routes: { PIX: [bmb, onz] }, stepAside: limits })).to.deep.equal(['PIX']);
    const slower = { ...limits, slowerThan: 5_001 };
    expect(changed({ routes: { BILLET: [] }, stepAside: slower })).to.deep.equal([
      'PIX',
      'BILLET',
      'slowerThan',
    ]);
  });

  it('offers only connected acquirers that support the purpose and are not yet on its route', () => {
    const acquirers = [
      { id: 'onz', label: 'ONZ', purposes: ['PIX', 'WITHDRAW'], connected: true },
      { id: 'bmb', label: 'BMB', purposes: ['PIX'], connected: false },
      { id: 'iugu', label: 'iugu', purposes: ['BILLET'], connected: true },
    ] as const;
    const ids = (...args: Parameters<typeof listAddable>) =>
      listAddable(...args).map(({ id }) => id);
    expect(ids(acquirers, 'PIX', [])).to.deep.equal(['onz']);
    expect(ids(acquirers, 'PIX', [onz])).to.deep.equal([]);
    expect(ids(acquirers, 'CREDIT_CARD', [])).to.deep.equal([]);
  });

  it('shows a route to the acquirer `none` as empty, and a missing route as null', () => {
    const noAcquirer = { provider: 'none', share: 100 };
    expect(valuesOf({ routes: { PIX: [noAcquirer], BILLET: [bmb, onz] } })).to.deep.equal({
      PIX: [],
      CREDIT_CARD: null,
      BILLET: [bmb, onz],
      WITHDRAW: null,
      answeredBelow: null,
      slowerThan: null,
    });
  });

  it('lists the purposes whose routes name an acquirer', () => {
    expect(purposesUsing({ PIX: [onz], WITHDRAW: [bmb, onz] }, 'onz')).to.deep.equal([
      'PIX',
      'WITHDRAW',
    ]);
  });

  it('has the same purposes and limits as the domain', () => {
    expect(purposes).to.deep.equal(domainPurposes);
    const { answeredBelow, slowerThan } = stepAside.shape;
    for (const value of [-1, 0, 100, 101]) {
      expect(isWithin('answeredBelow', value)).to.equal(answeredBelow.safeParse(value).success);
    }
    const { least, most } = SUSPENSION_BOUNDS.slowerThan;
    for (const value of [least - 1, least, most, most + 1]) {
      expect(isWithin('slowerThan', value)).to.equal(slowerThan.safeParse(value).success);
    }
  });
});
