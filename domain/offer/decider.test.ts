import { cents } from '#/domain/money.ts';
import { recordSpecification } from '#/domain/testing/record-specification.ts';
import { sampleOffer } from '#/domain/testing/samples.ts';
import { offer } from './decider.ts';

recordSpecification('Offer', offer, [sampleOffer, { ...sampleOffer, price: cents(1) }]);
