import { recordSpecification } from '#/domain/testing/record-specification.ts';
import { sampleProduct } from '#/domain/testing/samples.ts';
import { product } from './decider.ts';

recordSpecification('Product', product, [sampleProduct, { ...sampleProduct, warrantyDays: 30 }]);
