import { parseArgs } from 'node:util';
import { mutate } from './mutate.ts';
import { mutations } from './mutations.ts';

/** Runs seeds on a mutated product, and prints as JSON what they find. */

const { values } = parseArgs({
  options: {
    mutation: { type: 'string' },
    from: { type: 'string', default: '1' },
    to: { type: 'string', default: '300' },
  },
});
const mutation = mutations.find(({ name }) => name === values.mutation);
if (!mutation) throw new RangeError(`no mutation is called ${values.mutation}`);
const unused = mutate(mutation);

// Loaded only now, so that the product is the mutated one.
const { search } = await import('#/scripts/simulation/search.ts');
const finding = await search(Number(values.from), Number(values.to));
if (unused().length > 0) throw new Error(`never loaded: ${unused().join(', ')}`);
console.log(JSON.stringify(finding));
