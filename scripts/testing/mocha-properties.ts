import fc from 'fast-check';
import { isWhole, SEED } from './sampled.ts';

/** Required by every mocha run (package.json): properties try the same cases each time, and new cases in each `npm run test:all`. */
if (!isWhole) fc.configureGlobal({ seed: SEED });
