import { expect } from 'chai';
import { findUntidy } from './tidy-rules.ts';
import type { Tree } from './tree.ts';

const topFolders = ['domain', 'ledger', 'projections', 'adapters', 'api', 'web', 'scripts'];

const tidyTree = new Map([
  ...topFolders.map((folder) => [`${folder}/README.md`, '# Folder\n'] as const),
  [
    'package.json',
    '{\n  "scripts": {\n    "db": "node scripts/bootstrap.mjs db"\n  },\n  "dependencies": {\n    "pg": "1.0.0"\n  }\n}\n',
  ],
  [
    'ledger/README.md',
    '# Ledger\n\n## Decisions\n\nOthers: `stores`.\n\n- **2026-11-20 · Positions are given\n  by one writer.** Sequences lose events. Reconsider if one\n  writer is too slow.\n- **2026-11-20 · Ids are unique.** The last guard. Reconsider when others check it.\n\n## Rules\n\n- Facts.\n',
  ],
  ['README.md', 'npm run db\n\n| `pg` | speaks to Postgres |\n'],
  ['scripts/commands/db.ts', "import { runCommand } from '#/scripts/launch/command.ts';\n"],
  ['domain/errors/refused.ts', "export const refusalCodes = [\n  'sale/unknown',\n] as const;\n"],
  ['domain/sale/decider.ts', "throw new Refused('sale/unknown');\n"],
  ['domain/sale/commands.ts', ''],
  ['domain/sale/events.ts', ''],
  ['domain/sale/decider.test.ts', ''],
  ['adapters/payments/registry.ts', "import { alpha } from './providers/alpha.ts';\n"],
  ['adapters/payments/providers/alpha.ts', ''],
  ['adapters/payments/providers/alpha.cases.ts', ''],
  [
    'domain/specification/money.md',
    '# Money\n\n**money.1** · Sums are right.\n→ `domain/values/money.test.ts`\n\n**money.2** · More.\n→ not yet\n',
  ],
  ['domain/values/money.test.ts', ''],
  ['domain/sale/price.ts', '/** Sums (money.1). */'],
  [
    'domain/sale/seed.ts',
    "const placed = new Set(['a']);\nexport const seed = (name: string): void => void placed.add(name);\n",
  ],
  ['domain/testing/sales.ts', 'export const placed = (id: string) => ({ id });\n'],
  ['api/people/find.ts', "import { list } from '#/api/offers/list.ts';\n"],
  ['api/composition/core.ts', "import { list } from '#/api/offers/list.ts';\n"],
  ['api/offers/list.ts', "import type { Core } from '#/api/composition/core.ts';\n"],
  ['api/offers/list.test.ts', "import { find } from '#/api/people/find.ts';\n"],
  ['.ci/run', ''],
]);

/** Path → text that replaces the file (undefined removes it), and the finding. */
const untidyTrees: Readonly<
  Record<string, readonly [path: string, text: string | undefined, finding: RegExp]>
> = {
  'an unknown folder in the root': ['docs/a.md', '', /^docs: the root is fixed/],
  'a folder without a README': ['api/README.md', undefined, /^api\/README.md: missing/],
  'a README of more than 60 lines': ['api/README.md', 'line\n'.repeat(61), /61 lines/],
  'a long README of an inner folder': ['api/auth/README.md', 'line\n'.repeat(61), /61 lines/],
  'a decision without a date': [
    'api/README.md',
    '## Decisions\n\n- **Answers are typed.** The server tests them. Reconsider if they differ.\n',
    /^api\/README.md: write .* for: - \*\*Answers are typed/,
  ],
  'a decision without a sentence in bold': [
    'api/README.md',
    '## Decisions\n\n- 2026-11-20 · Answers are typed. They are tested. Reconsider if they differ.\n',
    /^api\/README.md: write /,
  ],
  'a decision without a reason': [
    'api/README.md',
    '## Decisions\n\n- **2026-11-20 · Answers are typed.** Reconsider if they differ.\n',
    /^api\/README.md: write /,
  ],
  'a decision without a condition for reconsidering it': [
    'api/http/README.md',
    '## Decisions, newest first\n\n- **2026-11-20 · Answers are typed.** The server\n  tests them.\n',
    /^api\/http\/README.md: write /,
  ],
  'a decision that is never reconsidered': [
    'api/README.md',
    '## Decisions\n\n- **2026-11-20 · Answers are typed.** They are tested. Reconsider never.\n',
    /^api\/README.md: write /,
  ],
  'a decision that is never reconsidered, despite another condition': [
    'api/README.md',
    '## Decisions\n\n- **2026-11-20 · Answers are typed.** Tests hold. Reconsider when wrong. Reconsider never.\n',
    /^api\/README.md: write /,
  ],
  'a retired word': [
    'api/README.md',
    '# API\n\nA client is told the time.\n',
    /^api\/README.md:3: told is retired/,
  ],
  'a comment that names what no code has': [
    'api/clock.ts',
    '/** The time that `readClock` returned. */\nexport const time = 1;\n',
    /^api\/clock.ts:1: no code has the name readClock$/,
  ],
  'a function named by a participle': [
    'api/sales/a.ts',
    'const seen = 1;\n\nexport const matched = <Row>(rows: readonly Row[]): readonly Row[] => rows;\n',
    /^api\/sales\/a.ts:3: matched is a participle/,
  ],
  'a function over several lines that is named by a participle': [
    'api/sales/a.ts',
    'const matching: Rule<\n  Row\n> = (\n  row: Row,\n  isWanted: (row: Row) => boolean,\n) => isWanted(row);\n',
    /^api\/sales\/a.ts:1: matching is a participle/,
  ],
  'a declared function named by a participle': [
    'scripts/a.ts',
    'export function copied(rows: Rows) {}\n',
    /^scripts\/a.ts:1: copied is a participle/,
  ],
  'a method named by a participle': [
    'api/sales/a.ts',
    'export const sale = {\n  async matched(row: Row) {},\n};\n',
    /^api\/sales\/a.ts:2: matched is a participle/,
  ],
  'a function within another that is named by a participle': [
    'api/sales/a.ts',
    "const read = () => {\n  const left = (cause: 'late' | 'lost') =>\n    leave(cause);\n};\n",
    /^api\/sales\/a.ts:2: left is a participle/,
  ],
  'a function of an interface that is named by a participle': [
    'api/sales/a.ts',
    'interface Load {\n  /** Resolves at the end. */\n  readonly done: () => Promise<void>;\n}\n',
    /^api\/sales\/a.ts:3: done is a participle/,
  ],
  'a parameter for a function that is named by a participle': [
    'api/sales/a.ts',
    'const open = async (holder: string, lost: () => void): Promise<void> => undefined;\n',
    /^api\/sales\/a.ts:1: lost is a participle/,
  ],
  'a method of an object that is named by a participle': [
    'api/sales/a.ts',
    'const draft = {\n  saved: (row: Row): void => {},\n};\n',
    /^api\/sales\/a.ts:2: saved is a participle/,
  ],
  'two folders of api that import each other': [
    'api/offers/a.ts',
    "import { find } from '#/api/people/find.ts';\n",
    /^api\/offers and api\/people import each other, in api\/offers\/a.ts and api\/people\/find.ts/,
  ],
  'a circle of folders that is allowed, and not there any more': [
    'api/auth/a.ts',
    "import { read } from '#/api/http/read.ts';\n",
    /^api\/auth and api\/http import each other no more/,
  ],
  'the id of a record in web/lib': [
    'web/lib/a.ts',
    'export const keyOf = ({ sellerId }: Person): string => sellerId;\n',
    /^web\/lib\/a.ts:1: lib and ui know no business/,
  ],
  'the id of a record in web/ui': [
    'web/ui/a.tsx',
    'export const linkOf = (payment: Row): string => payment.paymentId;\n',
    /^web\/ui\/a.tsx:1: lib and ui know no business/,
  ],
  'a form of the back office that is made by hand': [
    'web/features/sales/a.tsx',
    '<form onSubmit={save}>\n',
    /^web\/features\/sales\/a.tsx:1: make forms with web\/ui\/form/,
  ],
  'a protocol that only one acquirer speaks': [
    'adapters/payments/families/pix.ts',
    '',
    /^adapters\/payments\/families\/pix.ts: a family has two providers, this one has 0/,
  ],
  'a file with a vague name (utils.ts)': ['api/utils.ts', '', /^api\/utils.ts: name the file/],
  'an aggregate without its test': [
    'domain/sale/decider.test.ts',
    undefined,
    /every aggregate has one/,
  ],
  'an aggregate without its commands': [
    'domain/sale/commands.ts',
    undefined,
    /^domain\/sale\/commands.ts: every aggregate has one/,
  ],
  'an aggregate without its events': [
    'domain/sale/events.ts',
    undefined,
    /^domain\/sale\/events.ts: every aggregate has one/,
  ],
  'a provider without cases or a test': [
    'adapters/payments/providers/alpha.cases.ts',
    undefined,
    /neither cases nor a test/,
  ],
  'a provider that is missing from the registry': [
    'adapters/payments/registry.ts',
    '',
    /is not in adapters/,
  ],
  'a refusal code that nothing uses': [
    'domain/sale/decider.ts',
    '',
    /nothing refuses with sale\/unknown/,
  ],
  'a command without its script': [
    'scripts/commands/db.ts',
    undefined,
    /scripts\/commands\/db.ts is missing/,
  ],
  'a documented command that does not exist': [
    'api/README.md',
    'npm run nothing',
    /no command npm run nothing/,
  ],
  'a dependency without a reason in the README': ['README.md', 'npm run db', /no reason for pg/],
  'a reference to a rule that is not in the specification': [
    'domain/sale/price.ts',
    '/** Sums (money.3). */',
    /^domain\/sale\/price.ts: the specification has no money.3$/,
  ],
  'a rule whose test file does not exist': [
    'domain/specification/money.md',
    '# Money\n\n**money.1** · Sums are right.\n→ `domain/sums.test.ts`\n',
    /money.1: there is no domain\/sums.test.ts/,
  ],
  'two rules with one number': [
    'domain/specification/money.md',
    '# Money\n\n**money.1** · Sums are right.\n→ not yet\n\n**money.1** · More.\n→ not yet\n',
    /^domain\/specification\/money.md: money.1 is the number of two rules$/,
  ],
  'a rule that names no test': [
    'domain/specification/money.md',
    '# Money\n\n**money.1** · Sums are right.\n',
    /money.1 names its test/,
  ],
  'a path in CONTRIBUTING.md that does not exist': [
    'CONTRIBUTING.md',
    'First `domain/sale/decider.ts`, then `domain/sale/nothing.ts`.',
    /^CONTRIBUTING.md: there is no domain\/sale\/nothing.ts$/,
  ],
  'an import from a parent folder': [
    'api/a.ts',
    "import a from '../b.ts';",
    /^api\/a.ts:1: use `#\/`/,
  ],
  'an import without its file ending': ['api/a.ts', "import a from './b';", /with its ending/],
  'a linter rule disabled in place': [
    'api/a.ts',
    '// oxlint-disable-next-line',
    /change the rule for all/,
  ],
  'a type assertion through unknown': ['api/a.ts', 'a as unknown as B;', /parse or narrow/],
  'a comment about work left for later': ['api/a.ts', '// TODO this', /do it now/],
  'an import of decimals outside the domain': [
    'api/a.ts',
    "import Decimal from 'decimal.js';",
    /decimals live in domain/,
  ],
  'a lock of the database that has no name': [
    'scripts/a.ts',
    "await client.query('SELECT pg_try_advisory_lock(7)');",
    /^scripts\/a.ts:1: name the lock in ledger\/database/,
  ],
  'a check that a role is any but one': [
    'api/a.ts',
    "caller.role !== 'SELLER'",
    /switch over all of them/,
  ],
  'an amount parsed as a float': ['web/a.ts', 'parseFloat(text);', /domain\/values\/money.ts/],
};

describe('findUntidy', () => {
  it('finds nothing in a tidy tree', () => {
    expect(findUntidy(tidyTree)).to.deep.equal([]);
  });

  for (const [name, [path, text, finding]] of Object.entries(untidyTrees)) {
    it(`finds ${name}`, () => {
      const tree = new Map(tidyTree);
      if (text === undefined) tree.delete(path);
      else tree.set(path, text);
      const findings = findUntidy(tree);
      expect(findings).to.have.lengthOf(1);
      expect(findings[0]).to.match(finding);
    });
  }

  it('allows names in comments that the code has', () => {
    const quoted = new Map([
      ...tidyTree,
      ['api/clock.ts', '/** Runs by `readClock`. */\nreadClock();\n'] as const,
    ]);
    expect(findUntidy(quoted)).to.deep.equal([]);
  });

  it('finds a folder with too many entries, but does not count its tests', () => {
    const names = Array.from({ length: 33 }, (_, index) => `file${index}`);
    const treeWith = (folder: string, ending: string): Tree =>
      new Map([...tidyTree, ...names.map((name) => [`${folder}/${name}${ending}`, ''] as const)]);
    expect(findUntidy(treeWith('api/sales', '.ts'))).to.deep.equal([
      'api/sales: 33 entries, fold some into a folder of their own',
    ]);
    expect(findUntidy(treeWith('api/sales', '.test.ts'))).to.deep.equal([]);
    expect(findUntidy(treeWith('web/ui', '.tsx'))).to.deep.equal([]);
  });
});
