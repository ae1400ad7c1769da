import { circlesOfFolders } from './circles.ts';
import { cacheClock, machine } from './machine.ts';
import { namedInComments } from './named-in-comments.ts';
import { participles } from './participles.ts';
import { families, providers } from './providers.ts';
import { retiredWords } from './retired-words.ts';
import { sql } from './sql.ts';
import { forbidden, isSource, type Finding, type Rule, type Tree } from './tree.ts';
import { asyncVerbs } from './verbs.ts';

const topFolders = [
  'domain',
  'ledger',
  'projections',
  'adapters',
  'api',
  'web',
  'scripts',
] as const;

const topFiles = new Set([
  'CONTRIBUTING.md',
  'LICENSE',
  'README.md',
  'docker-compose.yml',
  'package-lock.json',
  'package.json',
  'tsconfig.json',
]);

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

const root: Rule = (tree) => {
  const names = new Set([...tree.keys()].map((path) => path.split('/')[0] ?? path));
  const isKnown = (name: string): boolean =>
    name.startsWith('.') || topFiles.has(name) || topFolders.some((folder) => folder === name);
  return [...names].filter((name) => !isKnown(name)).map((name) => `${name}: the root is fixed`);
};

const missingReadmes: Rule = (tree) =>
  topFolders
    .map((folder) => `${folder}/README.md`)
    .filter((path) => !tree.has(path))
    .map((path) => `${path}: missing`);

/** A folder's README is read before its code, so it is short. The project's is a manual. */
const longReadmes: Rule = (tree) =>
  [...tree].flatMap(([path, text]) => {
    if (!path.endsWith('/README.md')) return [];
    const lines = text.trimEnd().split('\n').length;
    return lines > 60 ? [`${path}: ${lines} lines, at most 60`] : [];
  });

const decision = /^- \*\*20\d\d-\d\d-\d\d · [^*]+\.\*\* .+ Reconsider (?:when|if) .+\.$/;

/** Returns the entries under `Decisions`, each joined to one line. */
const decisionsIn = (text: string): readonly string[] => {
  const [, section = ''] = text.split(/^## Decisions.*$/m);
  const [list = ''] = section.split(/^#/m, 1);
  return list
    .split(/^(?=- )/m)
    .slice(1)
    .map((entry) => entry.trim().replaceAll(/\s+/g, ' '));
};

/** A date, a sentence in bold, a reason, and a condition for reconsidering. */
const decisions: Rule = (tree) =>
  [...tree]
    .filter(([path]) => /(?:^|\/)README\.md$/.test(path))
    .flatMap(([path, text]) =>
      decisionsIn(text)
        .filter((entry) => !decision.test(entry) || entry.includes('Reconsider never'))
        .map(
          (entry) =>
            `${path}: write "- **date · decision.** Why. Reconsider when …" for: ${entry.slice(0, 60)}`,
        ),
    );

const vagueName = /\/(utils?|helpers?|common|types|services?|misc|index)\.tsx?$/;

const names: Rule = (tree) =>
  [...tree.keys()]
    .filter((path) => vagueName.test(path) && !path.includes('/routes/'))
    .map((path) => `${path}: name the file after what it holds`);

/** Aggregates, providers, components: their number is not limited. */
const listsOfOneNoun = new Set(['domain', 'adapters/payments/providers', 'web/ui']);
const LONGEST_LISTING = 32;

/** A folder can be read at a glance. Tests do not count. */
const listings: Rule = (tree) => {
  const entries = new Map<string, Set<string>>();
  for (const path of tree.keys()) {
    if (/\.(?:test|cases)\.tsx?$/.test(path)) continue;
    const parts = path.split('/');
    for (let depth = 1; depth < parts.length; depth += 1) {
      const folder = parts.slice(0, depth).join('/');
      entries.set(folder, (entries.get(folder) ?? new Set()).add(parts[depth] ?? ''));
    }
  }
  return [...entries]
    .filter(([folder, { size }]) => size > LONGEST_LISTING && !listsOfOneNoun.has(folder))
    .map(
      ([folder, { size }]) => `${folder}: ${size} entries, fold some into a folder of their own`,
    );
};

const aggregates: Rule = (tree) =>
  [...tree.keys()]
    .filter((path) => /^domain\/[^/]+\/decider\.ts$/.test(path))
    .flatMap((path) =>
      ['commands.ts', 'events.ts', 'decider.test.ts'].map((name) => `${folderOf(path)}/${name}`),
    )
    .filter((path) => !tree.has(path))
    .map((path) => `${path}: every aggregate has one`);

/** This file has the codes of all refusals. */
const REFUSED = 'domain/errors/refused.ts';

const refusals: Rule = (tree) => {
  const declared = tree.get(REFUSED)?.match(/(?<=^ {2}')[a-z-]+\/[a-z-]+(?=',$)/gm) ?? [];
  const users = [...tree].filter(
    ([path]) =>
      isSource(path) &&
      path !== REFUSED &&
      !path.endsWith('.test.ts') &&
      !/\berror(s|-texts)\.ts$/.test(path),
  );
  return declared
    .filter((code) => !users.some(([, text]) => text.includes(`'${code}'`)))
    .map((code) => `${REFUSED}: nothing refuses with ${code}`);
};

/** One section of package.json, such as `scripts`. */
const section = (tree: Tree, name: string): ReadonlyMap<string, string> => {
  const [, body = ''] =
    new RegExp(`^ {2}"${name}": \\{([^}]*)\\}`, 'm').exec(tree.get('package.json') ?? '') ?? [];
  return new Map(
    [...body.matchAll(/"([^"]+)": "([^"]+)"/g)].map(([, key = '', value = '']) => [key, value]),
  );
};

const commands: Rule = (tree) => {
  const scripts = section(tree, 'scripts');
  const mentioned = [...tree]
    .filter(([path]) => path.endsWith('.md'))
    .flatMap(([path, text]) =>
      [...text.matchAll(/npm (?:run )?(?:--silent )?([a-z][a-z:-]*)/g)].map(
        ([, name = '']) => [path, name] as const,
      ),
    )
    .filter(
      ([, name]) => !['ci', 'install', 'i', 'run', 'package', 'packages', 'scripts'].includes(name),
    );
  const targets = [...scripts.values()].flatMap((command) => {
    const name = /scripts\/bootstrap\.mjs (\S+)/.exec(command)?.[1];
    return name === undefined ? [] : [`scripts/commands/${name}.ts`];
  });
  return [
    ...targets.filter((path) => !tree.has(path)).map((path) => `package.json: ${path} is missing`),
    ...mentioned
      .filter(([, name]) => !scripts.has(name))
      .map(([path, name]) => `${path}: there is no command npm run ${name}`),
  ];
};

const dependencies: Rule = (tree) => {
  const table = tree.get('README.md') ?? '';
  return [...section(tree, 'dependencies').keys(), ...section(tree, 'devDependencies').keys()]
    .filter((name) => !name.startsWith('@types/') && !table.includes(`\`${name}\``))
    .map((name) => `README.md: the table of dependencies gives no reason for ${name}`);
};

/** CONTRIBUTING.md may only name files that exist. */
const walk: Rule = (tree) =>
  [...(tree.get('CONTRIBUTING.md') ?? '').matchAll(/`((?:[a-z-]+\/)+[a-z0-9-]+\.tsx?)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => !tree.has(path))
    .map((path) => `CONTRIBUTING.md: there is no ${path}`);

const SPECIFICATION = 'domain/specification';
const areas = ['checkout', 'money', 'acquirers', 'people', 'screens'].join('|');
const citation = new RegExp(`\\b(?:${areas})\\.\\d+\\b`, 'g');
const mayCite = (path: string): boolean => isSource(path) || /\.(?:css|md)$/.test(path);

/** The evidence is what follows the arrow: the tests that prove the rule. */
const rulesIn = (text: string): readonly (readonly [name: string, evidence: string])[] =>
  text
    .split(/^(?=\*\*)/m)
    .slice(1)
    .map((rule) => [/^\*\*([^*]+)\*\*/.exec(rule)?.[1] ?? '', rule.split('\n→ ')[1] ?? '']);

/** A cited rule number belongs to one rule, and a rule names an existing test or says "not yet". */
const specification: Rule = (tree) => {
  const files = [...tree].filter(
    ([path]) => path.startsWith(`${SPECIFICATION}/`) && !path.endsWith('README.md'),
  );
  const stated = files.flatMap(([path, text]) =>
    rulesIn(text).map(([name, evidence]) => ({ path, name, evidence })),
  );
  const ruleNames = new Set(stated.map(({ name }) => name));
  const ambiguous = stated
    .filter(({ name }, index) => stated.findIndex((each) => each.name === name) < index)
    .map(({ path, name }) => `${path}: ${name} is the number of two rules`);
  const unproved = stated.flatMap(({ path, name, evidence }) => {
    const tests = [...(evidence.split('\n\n', 1)[0] ?? '').matchAll(/`([^`]+)`/g)].map(
      ([, test = '']) => test,
    );
    if (tests.length === 0 && !/^not yet\b/.test(evidence))
      return [`${path}: ${name} names its test, or says "not yet"`];
    return tests
      .filter((test) => !tree.has(test))
      .map((test) => `${path}: ${name}: there is no ${test}`);
  });
  const unknown = [...tree]
    .filter(([path]) => mayCite(path))
    .flatMap(([path, text]) =>
      [...new Set(text.match(citation))]
        .filter((name) => !ruleNames.has(name))
        .map((name) => `${path}: the specification has no ${name}`),
    );
  return [...ambiguous, ...unproved, ...unknown];
};

const rules: readonly Rule[] = [
  root,
  missingReadmes,
  longReadmes,
  decisions,
  names,
  listings,
  aggregates,
  providers,
  families,
  refusals,
  commands,
  dependencies,
  specification,
  walk,
  retiredWords,
  namedInComments,
  participles,
  asyncVerbs,
  circlesOfFolders,
  forbidden(/(from|import\()\s*'[^']*\.\.\//, 'use `#/` instead of `../`'),
  forbidden(
    /(from|import\()\s*'(\.\/|#\/)[^']*(?<!\.(tsx?|mjs|css|json))'/,
    'name the file with its ending',
  ),
  forbidden(
    /(oxlint|eslint)-disable|@ts-(ignore|nocheck|expect-error)/,
    'mend it or change the rule for all',
  ),
  forbidden(/\bas (any|unknown as)\b/, 'parse or narrow instead of asserting'),
  forbidden(/\b(TODO|FIXME|XXX)\b/, 'do it now or write an issue'),
  forbidden(
    /from 'decimal\.js'/,
    'decimals live in domain, amounts travel as cents',
    (path) => !path.startsWith('domain/'),
  ),
  forbidden(
    /<form\b/,
    'make forms with web/ui/form: each has the same errors, focus and unsaved changes',
    // The checkout has no form library (web/README.md, decisions).
    (path) => /^web\/(?!ui\/form\/|features\/checkout\/|e2e\/)/.test(path),
  ),
  forbidden(/\bparseFloat\(/, 'read amounts with domain/values/money.ts'),
  machine,
  cacheClock,
  sql,
  forbidden(
    /\bpg_(?:try_)?advisory_/,
    'name the lock in ledger/database/advisory-locks.ts',
    // The embedded Postgres locks another database, and tests act as another process.
    (path) =>
      path !== 'ledger/database/advisory-locks.ts' &&
      !path.startsWith('scripts/embedded-postgres/') &&
      !path.endsWith('.test.ts'),
  ),
  forbidden(
    /\brole [!=]== '[A-Z]+'/,
    'a new role would fall on one side of it: ask `roles`, or switch over all of them',
  ),
  forbidden(
    /\b(?:platform|seller|staff|manager|master|payment|offer|receiver|destination)Id\b/,
    'lib and ui know no business: let the feature make the key',
    (path) => /^web\/(?:lib|ui)\//.test(path),
  ),
];

export const findUntidy = (tree: Tree): readonly Finding[] => rules.flatMap((rule) => rule(tree));
