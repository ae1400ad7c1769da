import fc from 'fast-check';
import { isWhole, SEED } from './sampled.ts';

/** Fewer than the 100 of fast-check: with one seed they are the same cases each time. `npm run test:all` draws new ones. */
const FEW_RUNS = 30;

if (!isWhole) fc.configureGlobal({ seed: SEED, numRuns: FEW_RUNS });
