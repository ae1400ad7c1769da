import fc from 'fast-check';
import { isWhole, SEED } from './sampled.ts';

/** The same cases each time, but new ones in `npm run test:all`. */
if (!isWhole) fc.configureGlobal({ seed: SEED });
