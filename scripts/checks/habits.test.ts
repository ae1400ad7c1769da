import { expectCaught, type Planted } from './testing/planted.ts';

const lines = (count: number, line: string): string => `${line}\n`.repeat(count);

const forbiddenHabits: Planted = {
  'domain/chance.ts': [
    'export const chance = Math.random();\n',
    'eslint(no-restricted-properties)',
  ],
  'domain/clock.ts': ['export const now = Date.now();\n', 'eslint(no-restricted-properties)'],
  'domain/temporal.ts': [
    'export const now = Temporal.Now.instant();\n',
    'eslint(no-restricted-properties)',
  ],
  'domain/globals.ts': [
    'export const used = [crypto, fetch, process, setTimeout, setInterval, performance];\n',
    ...Array.from({ length: 6 }, () => 'eslint(no-restricted-globals)'),
  ],
  'ledger/barrel.ts': ["export * from './codec.ts';\n", 'oxc(no-barrel-file)'],
  'ledger/cycle-a.ts': [
    "import { b } from './cycle-b.ts';\nexport const a = (): unknown => b;\n",
    'import(no-cycle)',
  ],
  'ledger/cycle-b.ts': [
    "import { a } from './cycle-a.ts';\nexport const b = (): unknown => a;\n",
    'import(no-cycle)',
  ],
  'ledger/BadName.ts': ['export const a = 1;\n', 'unicorn(filename-case)'],
  'ledger/any.ts': ['export const a = (b: any): unknown => b;\n', 'typescript(no-explicit-any)'],
  'ledger/ignored.ts': ['// @ts-ignore\nexport const a = 1;\n', 'typescript(ban-ts-comment)'],
  'ledger/type-import.ts': [
    "import { A } from './types-only.ts';\nexport const a: A = 1;\n",
    'typescript(consistent-type-imports)',
  ],
  'ledger/types-only.ts': ['export type A = number;\n'],
  'ledger/floating.ts': [
    'const work = async (): Promise<void> => undefined;\nwork();\n',
    'typescript(no-floating-promises)',
  ],
  'ledger/switch.ts': [
    "export const a = (b: 'x' | 'y'): number | undefined => {\n  switch (b) {\n    case 'x':\n      return 1;\n  }\n};\n",
    'typescript(switch-exhaustiveness-check)',
  ],
  'ledger/full-file.ts': [`export const a = [\n${lines(298, '  1,')}];\n`],
  'ledger/long-file.ts': [`export const a = [\n${lines(299, '  1,')}];\n`, 'eslint(max-lines)'],
  'ledger/long-blanks.ts': [`${lines(300, '')}export const a = 1;\n`, 'eslint(max-lines)'],
  'web/backoffice/routes/full-page.tsx': [`export const a = [\n${lines(118, '  1,')}];\n`],
  'web/backoffice/routes/long-page.tsx': [
    `export const a = [\n${lines(119, '  1,')}];\n`,
    'eslint(max-lines)',
  ],
  'adapters/payments/providers/long.cases.ts': [`export const a = [\n${lines(299, '  1,')}];\n`],
  'adapters/payments/evidence/long-cases.ts': [`export const a = [\n${lines(299, '  1,')}];\n`],
  'adapters/payments/evidence/long-server.ts': [
    `export const a = [\n${lines(299, '  1,')}];\n`,
    'eslint(max-lines)',
  ],
  'web/i18n/en/long.ts': [`export const a = [\n${lines(299, '  1,')}];\n`],
  'ledger/long-function.ts': [
    `export const a = (b: number): number => {\n  let sum = b;\n${lines(70, '  sum += sum;')}  return sum;\n};\n`,
    'eslint(max-lines-per-function)',
  ],
  'ledger/printing.ts': ["console.log('a');\n", 'eslint(no-console)'],
};

describe('Linter configuration', () => {
  it('reports code habits that hide mistakes', () => expectCaught(forbiddenHabits));
});
