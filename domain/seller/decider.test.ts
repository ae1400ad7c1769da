import { recordSpecification } from '#/domain/testing/record-specification.ts';
import { sampleSeller } from '#/domain/testing/samples.ts';
import { seller } from './decider.ts';

recordSpecification('Seller', seller, [sampleSeller, { ...sampleSeller, pixEnabled: false }]);
