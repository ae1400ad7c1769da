import fc from 'fast-check';
import { isWhole, SEED } from './sampled.ts';

/** For every mocha run (package.json): properties try the same cases, and new ones in `npm run test:all`. */
if (!isWhole) fc.configureGlobal({ seed: SEED });
