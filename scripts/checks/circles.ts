import { isSource, type Rule, type Tree } from './tree.ts';

/** Pairs of folders that may import each other, with the reason; `*` is every folder. */
const circles: readonly (readonly [one: string, other: string, reason: string])[] = [
  ['composition', '*', 'it constructs what is in the others, and declares which services they get'],
  ['auth', 'http', 'a call is checked for its caller before it runs, and sign-in is itself a call'],
];

const isListed = (pair: readonly string[]): boolean =>
  circles.some(([one, other]) => pair.includes(one) && (other === '*' || pair.includes(other)));

const folderOf = (path: string): string | undefined => /^api\/([^/]+)\//.exec(path)?.[1];

const isProduct = (path: string): boolean =>
  isSource(path) && !/\.(?:test|contract|cases)\.ts$|\/testing\//.test(path);

/** Maps the importing and the imported folder, with a space between them, to the first file that imports. */
const importersIn = (tree: Tree): ReadonlyMap<string, string> => {
  const importers = new Map<string, string>();
  for (const [path, text] of tree) {
    const from = folderOf(path);
    if (from === undefined || !isProduct(path)) continue;
    for (const [, to = ''] of text.matchAll(/(?:from|import\() ?'#\/api\/([^/']+)\//g)) {
      const key = `${from} ${to}`;
      if (to !== from && !importers.has(key)) importers.set(key, path);
    }
  }
  return importers;
};

/** No two folders of `api/` import each other, except for the listed pairs. A listed pair must do so. */
export const circlesOfFolders: Rule = (tree) => {
  const importers = importersIn(tree);
  const unlisted = [...importers].flatMap(([key, path]) => {
    const [from = '', to = ''] = key.split(' ');
    const back = importers.get(`${to} ${from}`);
    if (back === undefined || from > to || isListed([from, to])) return [];
    return [
      `api/${from} and api/${to} import each other, in ${path} and ${back}: move what points the wrong way`,
    ];
  });
  const stale = circles.filter(
    ([one, other]) => importers.has(`${one} ${other}`) !== importers.has(`${other} ${one}`),
  );
  return [
    ...unlisted,
    ...stale.map(
      ([one, other]) =>
        `api/${one} and api/${other} import each other no more: take them off the list in scripts/checks/circles.ts`,
    ),
  ];
};
