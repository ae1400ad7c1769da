import { registerHooks } from 'node:module';

/** `ledger/audit/hash.ts` with a chain hash that costs nothing. */
const withoutChain = (url: string): string => `
  export * from '${url}?chained';
  export const chainHash = (previous) => previous;
`;

// The product has no switch for its chain, and should have none.
registerHooks({
  load: (url, context, next) =>
    url.endsWith('/ledger/audit/hash.ts')
      ? { format: 'module', source: withoutChain(url), shortCircuit: true }
      : next(url, context),
});

const { driveHere } = await import('./sealing.ts');
await driveHere('off', process.argv[2] ?? '');
