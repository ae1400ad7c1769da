import fc from 'fast-check';
import { isWhole, SEED } from './sampled.ts';

/** Loaded by every mocha run (package.json): property tests try the same cases each time, but new ones in each `npm run test:all`. */
if (!isWhole) fc.configureGlobal({ seed: SEED });
