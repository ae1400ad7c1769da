import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { routeEverythingTo } from '#/domain/acquiring/route.ts';
import { eventSchemas, type EventType } from '#/domain/aggregates/events.ts';
import { postingsOf } from '#/domain/accounting/postings.ts';
import { isBeforeCurrencies, latestVersion, upcast, upcasters } from './upcasters.ts';

interface StoredEvent {
  readonly v: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Events as they were written in the oldest version of their type. */
const golden: Readonly<Record<string, StoredEvent>> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'golden.json'), 'utf8'),
);

/** A `…Revised` event has the same data as the `…Created` event. */
const goldenOf = (type: string): StoredEvent => {
  const stored = golden[type.replace(/Revised$/, 'Created')];
  if (!stored) throw new Error(`no golden ${type}`);
  return stored;
};

const upcasted = (type: EventType): unknown => {
  const { v, data } = goldenOf(type);
  return eventSchemas[type].parse(upcast(type, v, data));
};

const types = Object.keys(upcasters) as EventType[];

describe('Event of an old version', () => {
  for (const type of types) {
    it(`fits the current schema after upcasting: ${type}`, () => {
      expect(() => upcasted(type)).not.to.throw();
      expect(latestVersion(type)).to.equal(1 + (upcasters[type]?.length ?? 0));
    });
  }

  it('routes everything to the one provider that the platform had (PlatformRevised)', () => {
    expect(upcasted('PlatformRevised'))
      .to.have.nested.property('details.routes')
      .that.deep.equals(routeEverythingTo('sandbox'));
    expect(upcasted('PlatformRevised')).not.to.have.nested.property('details.provider');
  });

  it('has no routes of its own (SellerCreated) and no acquirer choice (PaymentRequested)', () => {
    expect(upcasted('SellerCreated'))
      .to.have.nested.property('details.routes')
      .that.deep.equals({});
    expect(upcasted('PaymentRequested')).to.have.property('choice', null);
  });

  it('has its amounts in reais', () => {
    const inReais = types.filter((type) => isBeforeCurrencies(type, goldenOf(type).v));
    expect(inReais).to.have.lengthOf(36);
    for (const type of inReais) {
      expect(goldenOf(type).data).to.not.have.property('currency');
      expect(upcasted(type), type).to.have.property('currency', 'BRL');
      expect(isBeforeCurrencies(type, latestVersion(type)), type).to.equal(false);
    }
    expect(isBeforeCurrencies('SellerCreated', 1)).to.equal(false);
    expect(isBeforeCurrencies('ChargeAttempted', 1)).to.equal(false);
  });

  it('moves what it moved, between accounts in reais', () => {
    const type = 'PaymentNoticeRefused';
    const data = eventSchemas[type].parse(upcasted(type));
    expect(postingsOf({ type, data })).to.deep.equal([
      {
        from: 'platform:demo:BRL:unapplied',
        to: 'provider:sandbox:demo:BRL:clearing',
        amount: 9_700,
      },
    ]);
  });
});
