import { cents } from '#/domain/money.ts';
import { offer } from '#/domain/offer/offer.ts';
import { platform } from '#/domain/platform/platform.ts';
import { product } from '#/domain/product/product.ts';
import { seller } from '#/domain/seller/seller.ts';
import { staff, type StaffDetails } from '#/domain/staff/staff.ts';
import { recordSpecification } from '#/domain/testing/record-specification.ts';
import {
  sampleOffer,
  samplePlatform,
  sampleProduct,
  sampleSealed,
  sampleSeller,
} from '#/domain/testing/samples.ts';

const accountant: StaffDetails = {
  platformId: 'demo',
  contact: sampleSealed,
  role: 'FUNCTIONARY',
  permissions: ['isSalesAvailable'],
};

recordSpecification('Offer', offer, [sampleOffer, { ...sampleOffer, price: cents(1) }]);
recordSpecification('Platform', platform, [
  samplePlatform,
  { ...samplePlatform, name: 'Outra plataforma' },
]);
recordSpecification('Product', product, [sampleProduct, { ...sampleProduct, warrantyDays: 30 }]);
recordSpecification('Seller', seller, [sampleSeller, { ...sampleSeller, pixEnabled: false }]);
recordSpecification('Staff', staff, [accountant, { ...accountant, permissions: [] }]);
