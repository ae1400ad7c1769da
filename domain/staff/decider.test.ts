import { recordSpecification } from '#/domain/testing/record-specification.ts';
import { sampleSealed } from '#/domain/testing/samples.ts';
import { staff } from './decider.ts';
import type { StaffDetails } from './events.ts';

const accountant: StaffDetails = {
  platformId: 'demo',
  contact: sampleSealed,
  role: 'FUNCTIONARY',
  permissions: ['isSalesAvailable'],
};

recordSpecification('Staff', staff, [accountant, { ...accountant, permissions: [] }]);
