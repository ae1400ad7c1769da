import { expect } from 'chai';
import { cents } from '#/domain/values/money.ts';
import { master, type MasterDetails } from '#/domain/master/master.ts';
import { offer } from '#/domain/offer/offer.ts';
import { onboarding, type OnboardingDetails } from '#/domain/onboarding/onboarding.ts';
import { platform } from '#/domain/platform/platform.ts';
import { product } from '#/domain/product/product.ts';
import { seller } from '#/domain/seller/seller.ts';
import { staff, type StaffDetails } from '#/domain/staff/staff.ts';
import { recordSpecification } from '#/domain/testing/record-specification.ts';
import {
  sampleNow,
  sampleOffer,
  samplePlatform,
  sampleProduct,
  sampleEncrypted,
  sampleSeller,
} from '#/domain/testing/samples.ts';

const accountant: StaffDetails = {
  platformId: 'demo',
  contact: sampleEncrypted,
  role: 'FUNCTIONARY',
  permissions: ['isSalesAvailable'],
};

const masterDetails: MasterDetails = { contact: sampleEncrypted };

const onboardingDetails: OnboardingDetails = {
  platformId: 'demo',
  registration: 'OPEN',
  termsOfUse: { version: '1', text: 'Termos' },
};

recordSpecification('Master', master, [
  masterDetails,
  { contact: { ...sampleEncrypted, subject: 'subject-2' } },
]);
recordSpecification('Onboarding', onboarding, [
  onboardingDetails,
  { ...onboardingDetails, registration: 'CLOSED' },
]);
recordSpecification('Offer', offer, [sampleOffer, { ...sampleOffer, price: cents(1) }]);
recordSpecification('Platform', platform, [
  samplePlatform,
  { ...samplePlatform, name: 'Outra plataforma' },
]);
recordSpecification('Product', product, [sampleProduct, { ...sampleProduct, warrantyDays: 30 }]);
recordSpecification('Seller', seller, [sampleSeller, { ...sampleSeller, pixEnabled: false }]);
recordSpecification('Staff', staff, [accountant, { ...accountant, permissions: [] }]);

describe('Name of a platform', () => {
  const { decide, evolve, initial } = platform;
  const create = (name: string) =>
    decide({ type: 'Create', details: { ...samplePlatform, name }, now: sampleNow }, initial);
  const unseen = '\u200b\u2060';

  it('is refused when no one can read it, also when it replaces another name', () => {
    expect(() => create(unseen)).to.throw('record/unreadable-name');
    const created = create('Loja').reduce(evolve, initial);
    const rename = (name: string) =>
      decide({ type: 'Revise', details: { ...samplePlatform, name }, now: sampleNow }, created);
    expect(() => rename(unseen)).to.throw('record/unreadable-name');
    expect(rename('Loja Azul')).to.have.length(1);
  });

  it('that no one can read, but was recorded before this rule, hinders no other change', () => {
    const details = { ...samplePlatform, name: unseen };
    const old = evolve(initial, { type: 'PlatformCreated', data: { details, at: sampleNow } });
    const withdrawals = { ...details.withdrawals, minimum: cents(5_000) };
    const command = {
      type: 'Revise',
      details: { ...details, withdrawals },
      now: sampleNow,
    } as const;
    expect(decide(command, old)).to.have.length(1);
    expect(decide({ type: 'Archive', now: sampleNow }, old)).to.have.length(1);
  });
});
