import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';

// A misconfigured linter passes silently, so each rule of .oxlint.config.ts has a violation here that must be reported, and
// each allowed import has a file that must pass.

const root = join(import.meta.dirname, '..', '..');
const config = '.oxlint.config.ts';

const importing = (...specifiers: readonly string[]): string => {
  const imports = specifiers.map(
    (specifier, index) => `import * as m${index} from '${specifier}';\n`,
  );
  const names = specifiers.map((_, index) => `m${index}`);
  return `${imports.join('')}export const used = [${names.join(', ')}];\n`;
};

/** Path → source, and for each line that must be reported, in order, the rule that reports it. */
type Planted = Readonly<Record<string, readonly [source: string, ...rules: readonly string[]]>>;

const restricted = 'eslint(no-restricted-imports)';
const twice = [restricted, restricted] as const;

const forbiddenImports: Planted = {
  'domain/planted-money.ts': [importing('node:fs', 'pg'), restricted, restricted],
  'domain/account/decider.ts': [importing('#/ledger/codec.ts'), restricted],
  'domain/type.ts': [
    "import type { A } from '#/api/app.ts';\nexport const a: A = 1;\n",
    restricted,
  ],
  'domain/upwards.ts': [importing('../ledger/codec.ts'), restricted],
  'domain/again.ts': ["export { a } from '#/ledger/codec.ts';\n", restricted],
  'domain/lazy.ts': ["export const a = await import('#/api/app.ts');\n", restricted],
  'domain/money.test.ts': [importing('#/api/app.ts', 'express'), restricted, restricted],
  'ledger/planted-codec.ts': [importing('#/projections/balance.ts', '#/api/app.ts'), ...twice],
  'ledger/planted-handle-command.ts': [
    importing('./stores/postgres.ts', '#/ledger/stores/memory.ts'),
    ...twice,
  ],
  'ledger/codec.test.ts': [importing('#/projections/balance.ts'), restricted],
  'ledger/stores/planted-postgres.ts': [importing('#/adapters/mail/smtp.ts'), restricted],
  'projections/planted-balance.ts': [
    importing('#/adapters/mail/smtp.ts', '#/api/app.ts', '#/ledger/stores/memory.ts'),
    restricted,
    restricted,
    restricted,
  ],
  'adapters/mail/planted-smtp.ts': [
    importing('#/adapters/storage/s3.ts', '#/ledger/codec.ts'),
    ...twice,
  ],
  'adapters/payments/providers/iugu/planted.ts': [
    importing(
      '#/adapters/payments/providers/pagarme/orders.ts',
      '#/adapters/payments/providers/pagarme.ts',
    ),
    ...twice,
  ],
  'adapters/payments/providers/alpha.ts': [
    importing(
      './beta.ts',
      '#/adapters/payments/providers/beta.ts',
      '#/adapters/payments/registry.ts',
    ),
    restricted,
    restricted,
    restricted,
  ],
  'api/contract/planted-seller.ts': [importing('#/api/app.ts', 'express'), restricted, restricted],
  'api/planted-app.ts': [
    importing('#/ledger/stores/postgres.ts', '#/adapters/mail/smtp.ts'),
    ...twice,
  ],
  'api/admin/planted-sales.ts': [
    importing('#/api/seller/sales.ts', '#/api/checkout/procedures.ts'),
    ...twice,
  ],
  'api/payments/planted-refund.ts': [importing('#/api/admin/sales.ts'), restricted],
  'api/composition/planted-compose.ts': [
    importing('#/ledger/stores/postgres.ts', '#/scripts/embedded-postgres/postgres.ts'),
    ...twice,
  ],
  'web/lib/call.ts': [importing('#/ledger/codec.ts', '#/api/app.ts'), restricted, restricted],
  'web/lib/money.ts': [
    importing('#/domain/payment/installment-fields.ts', '#/api/contract/seller.ts'),
    ...twice,
  ],
  'web/ui/sale.tsx': [
    importing('#/domain/money.ts', '#/api/contract/seller.ts', '#/web/i18n/texts.ts'),
    restricted,
    restricted,
    restricted,
  ],
  'web/features/sales/table.tsx': [
    importing('#/web/features/refunds/form.tsx', '#/web/backoffice/main.tsx'),
    ...twice,
  ],
  'web/features/sales/frame.tsx': [importing('#/web/checkout/page/page-frame.tsx'), restricted],
  'web/features/checkout/planted.tsx': [
    importing('#/web/checkout/document.ts', '#/web/features/payment-status/outcome.tsx'),
    ...twice,
  ],
  'web/checkout/page/planted.tsx': [
    importing('#/web/features/checkout/offer.ts', '#/web/checkout/document.ts'),
    ...twice,
  ],
  'web/features/refunds/form.ts': ['export const form = 1;\n'],
  'scripts/commands/dev.ts': [importing('../api/app.ts'), restricted],
  'scripts/simulation/oracle/oracle.ts': [
    importing('#/domain/money.ts', '#/domain/payment/decider.ts'),
    restricted,
  ],
  'scripts/simulation/oracle/books.ts': [
    importing('./money.ts', '#/domain/postings.ts', '#/ledger/codec.ts'),
    ...twice,
  ],
  // Files that import the product's own rules are not beside the oracle's, where `./` would reach them.
  'scripts/simulation/oracle/shown.ts': [
    importing(
      '#/scripts/simulation/journal.ts',
      '../journal.ts',
      '#/scripts/simulation/log/log.ts',
    ),
    ...twice,
    restricted,
  ],
};

const lines = (count: number, line: string): string => `${line}\n`.repeat(count);

const forbiddenHabits: Planted = {
  'domain/clock.ts': [
    'export const now = Date.now();\nexport const chance = Math.random();\n',
    'eslint(no-restricted-globals)',
    'eslint(no-restricted-properties)',
  ],
  'domain/temporal.ts': [
    'export const now = Temporal.Now.instant();\n',
    'eslint(no-restricted-properties)',
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
  'adapters/payments/providers/long.cases.ts': [`export const a = [\n${lines(299, '  1,')}];\n`],
  'ledger/long-function.ts': [
    `export const a = (b: number): number => {\n  let sum = b;\n${lines(70, '  sum += sum;')}  return sum;\n};\n`,
    'eslint(max-lines-per-function)',
  ],
  'ledger/printing.ts': ["console.log('a');\n", 'eslint(no-console)'],
};

const allowedImports: Planted = {
  'domain/open.ts': [
    importing(
      './money.ts',
      '#/domain/money.ts',
      'zod',
      'decimal.js',
      '@brazilian-utils/brazilian-utils',
    ),
  ],
  'domain/open.test.ts': [
    importing('chai', 'fast-check', 'node:fs', '#/domain/testing/specify.ts'),
  ],
  'ledger/open.ts': [importing('#/domain/money.ts', './codec.ts', 'pg', 'node:crypto')],
  'ledger/open.test.ts': [
    importing('#/scripts/testing/postgres.ts', '#/ledger/stores/memory.ts', 'chai'),
  ],
  'projections/open.ts': [
    importing('#/ledger/event-store.ts', '#/projections/registry.ts', 'rxjs'),
  ],
  'adapters/payments/providers/iugu/open.ts': [
    importing('#/adapters/payments/providers/iugu/invoices.ts', './accounts.ts', 'zod'),
  ],
  'adapters/payments/providers/open.ts': [
    importing('#/adapters/payments/kit/endpoint.ts', '#/adapters/payments/families/pix.ts', 'zod'),
  ],
  'api/composition/store.ts': [importing('#/ledger/stores/postgres.ts')],
  'api/composition/compose.ts': [
    importing(
      './own.ts',
      '#/api/composition/store.ts',
      '#/adapters/mail/smtp.ts',
      '#/projections/registry.ts',
    ),
  ],
  'api/open.ts': [
    importing('#/api/composition/compose.ts', '#/ledger/codec.ts', './app.ts', 'express'),
  ],
  'api/admin/open.ts': [importing('./sales.ts', '#/api/payments/own-payment.ts')],
  'api/http/procedures.ts': [
    importing('#/api/admin/procedures.ts', '#/api/seller/procedures.ts', './procedure.ts'),
  ],
  'api/contract/open.ts': [importing('#/domain/money.ts', './seller.ts', 'zod')],
  'web/features/sales/open.tsx': [
    importing(
      '#/web/ui/card.tsx',
      '#/web/features/sales/table.tsx',
      '#/api/contract/seller.ts',
      'react',
    ),
  ],
  'web/features/refunds/form.tsx': ['export const form = 1;\n'],
  'web/features/checkout/open.tsx': [
    importing('#/web/checkout/page/page-frame.tsx', '#/web/ui/native/spinner.tsx'),
  ],
  'web/checkout/page/open.tsx': [importing('#/web/ui/native/contrast.ts', './seller-mark.tsx')],
  'web/lib/open.ts': [
    importing(
      '#/api/contract/contract.ts',
      '#/domain/money.ts',
      '#/domain/backoff.ts',
      './call.ts',
    ),
  ],
  'web/ui/open.tsx': [
    importing('#/api/contract/live.ts', '#/web/lib/call.ts', '#/web/i18n/en/ui.ts'),
  ],
  'scripts/open.ts': [importing('#/ledger/stores/memory.ts', '#/api/app.ts', '#/web/ui/card.tsx')],
};

const reportSchema = z.object({
  diagnostics: z.array(
    z.object({
      code: z.string(),
      filename: z.string(),
      labels: z.array(z.object({ span: z.object({ offset: z.number() }) })),
    }),
  ),
});

/** Writes the files below a temporary root laid out like ours, lints it, and returns the rules reported for each file. */
const lint = async (planted: Planted): Promise<Readonly<Record<string, readonly string[]>>> => {
  const folder = await mkdtemp(join(tmpdir(), 'razao-boundaries-'));
  try {
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    for (const name of [config, 'package.json', 'tsconfig.json']) {
      await copyFile(join(root, name), join(folder, name));
    }
    for (const [path, [source]] of Object.entries(planted)) {
      await mkdir(join(folder, dirname(path)), { recursive: true });
      await writeFile(join(folder, path), source);
    }
    const oxlint = join(root, 'node_modules', 'oxlint', 'bin', 'oxlint');
    const args = [oxlint, '--config', config, '--format', 'json'];
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    if (!stdout.startsWith('{')) throw new Error(`oxlint did not run: ${stdout}${stderr}`);
    const { diagnostics } = reportSchema.parse(JSON.parse(stdout));
    const inOrder = diagnostics.toSorted(
      (a, b) => (a.labels[0]?.span.offset ?? 0) - (b.labels[0]?.span.offset ?? 0),
    );
    return Object.fromEntries(
      Object.keys(planted).map((path) => [
        path,
        inOrder.filter(({ filename }) => filename === path).map(({ code }) => code),
      ]),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
};

const linesOf = (found: Readonly<Record<string, readonly string[]>>): string =>
  Object.entries(found)
    .map(([path, rules]) => `${path}: ${rules.join(', ')}`)
    .join('\n');

const expectCaught = async (planted: Planted): Promise<void> => {
  const wanted = Object.entries(planted).map(([path, [, ...rules]]) => [path, rules] as const);
  expect(linesOf(await lint(planted))).to.equal(linesOf(Object.fromEntries(wanted)));
};

describe('Linter configuration', () => {
  it('reports imports that the table of imports does not allow', () =>
    expectCaught(forbiddenImports));

  it('accepts imports that the table of imports allows', () => expectCaught(allowedImports));

  it('reports code habits that hide mistakes', () => expectCaught(forbiddenHabits));
});
