import { parseArgs } from 'node:util';
import { mutate } from './mutate.ts';
import { mutations } from './mutations.ts';

/** Runs seeds, or the inputs of one seed that find the mutation. Prints the findings as JSON. */

const { values } = parseArgs({
  options: {
    mutation: { type: 'string' },
    /** As `1-300`; absent = the known inputs. */
    seeds: { type: 'string' },
  },
});
const mutation = mutations.find(({ name }) => name === values.mutation);
if (!mutation) throw new RangeError(`no mutation is called ${values.mutation}`);
const unused = mutate(mutation);

// This loads the product, which must be the mutated one.
const { search, tryInputs } = await import('#/scripts/simulation/search.ts');
const { seed, inputs } = mutation;
const [from = NaN, to = from] = values.seeds?.split('-').map(Number) ?? [];
const finding = values.seeds ? await search(from, to) : await tryInputs(seed, inputs);
if (unused().length > 0) throw new Error(`never loaded: ${unused().join(', ')}`);
console.log(JSON.stringify(finding));
