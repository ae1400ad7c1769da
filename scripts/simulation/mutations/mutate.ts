import { registerHooks } from 'node:module';
import type { Mutation } from './mutation.ts';

const textOf = (source: unknown): string =>
  typeof source === 'string' ? source : Buffer.from(source as Uint8Array).toString('utf8');

const edit = (source: string, { file, from, to }: Mutation['edits'][number]): string => {
  const [before, after, ...more] = source.split(from);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`${file} has other lines than the mutation expects: ${from}`);
  return `${before}${to}${after}`;
};

/**
 * Changes source files as they are loaded.
 * @returns a function that names the edits whose file was not loaded
 */
export const mutate = ({ edits }: Mutation): (() => readonly string[]) => {
  const unused = new Set(edits);
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context);
      const path = new URL(url).pathname;
      const editsHere = edits.filter(({ file }) => path.endsWith(`/${file}`));
      if (editsHere.length === 0 || path.includes('/node_modules/')) return loaded;
      const source = editsHere.reduce(edit, textOf(loaded.source));
      for (const each of editsHere) unused.delete(each);
      return { ...loaded, source };
    },
  });
  return () => [...unused].map(({ file }) => file);
};
