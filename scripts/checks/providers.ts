import type { Rule } from './tree.ts';

const PROVIDERS = 'adapters/payments/providers';
const FAMILIES = 'adapters/payments/families';

/** Each provider has cases or a test, and is in the registry. */
export const providers: Rule = (tree) =>
  [...tree.keys()].flatMap((path) => {
    const id = /^adapters\/payments\/providers\/([^./]+)\.ts$/.exec(path)?.[1];
    if (id === undefined) return [];
    const evidence = [`${id}.cases.ts`, `${id}.test.ts`].map((name) => `${PROVIDERS}/${name}`);
    const registered = tree.get('adapters/payments/registry.ts')?.includes(`./providers/${id}.ts`);
    return [
      ...(evidence.some((name) => tree.has(name)) ? [] : [`${path}: has neither cases nor a test`]),
      ...(registered === true ? [] : [`${path}: is not in adapters/payments/registry.ts`]),
    ];
  });

/** The families, without the files that are parts of one: those begin with its name. */
const familyNames = (paths: readonly string[]): readonly string[] =>
  paths.filter((path) => !paths.some((other) => other !== path && path.startsWith(`${other}-`)));

/** A protocol that one acquirer speaks is part of its provider. */
export const families: Rule = (tree) => {
  const files = [...tree.keys()].flatMap(
    (path) => /^adapters\/payments\/families\/([^./]+)\.ts$/.exec(path)?.[1] ?? [],
  );
  return familyNames(files).flatMap((name) => {
    const use = new RegExp(`'#/${FAMILIES}/${name}(?:-[a-z-]+)?\\.ts'`);
    const users = [...tree].flatMap(([path, text]) => {
      const id = /^adapters\/payments\/providers\/([^./]+)/.exec(path)?.[1];
      return id !== undefined && use.test(text) ? [id] : [];
    });
    const { size } = new Set(users);
    if (size > 1) return [];
    return [
      `${FAMILIES}/${name}.ts: a family has two providers, this one has ${size}: make it part of its provider`,
    ];
  });
};
