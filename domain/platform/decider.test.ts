import { recordSpecification } from '#/domain/testing/record-specification.ts';
import { samplePlatform } from '#/domain/testing/samples.ts';
import { platform } from './decider.ts';

const renamed = { ...samplePlatform, name: 'Outra plataforma' };

recordSpecification('Platform', platform, [samplePlatform, renamed]);
