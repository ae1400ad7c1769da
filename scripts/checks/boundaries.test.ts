import { expectCaught, type Planted } from './testing/planted.ts';

// A misconfigured linter passes silently, so the tests show that it reports forbidden imports.

const importing = (...specifiers: readonly string[]): string => {
  const imports = specifiers.map(
    (specifier, index) => `import * as m${index} from '${specifier}';\n`,
  );
  const names = specifiers.map((_, index) => `m${index}`);
  return `${imports.join('')}export const used = [${names.join(', ')}];\n`;
};

const restricted = 'eslint(no-restricted-imports)';

/** Path → source, then the linter's finding for each import that is not allowed. */
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
  'domain/values/money.test.ts': [importing('#/api/app.ts', 'express'), restricted, restricted],
  'ledger/planted-codec.ts': [
    importing('#/projections/balance.ts', '#/api/app.ts'),
    restricted,
    restricted,
  ],
  'ledger/planted-handle-command.ts': [
    importing('./stores/postgres.ts', '#/ledger/stores/memory.ts'),
    restricted,
    restricted,
  ],
  'ledger/codec.test.ts': [importing('#/projections/balance.ts'), restricted],
  'ledger/stores/planted-postgres.ts': [importing('#/adapters/mail/smtp.ts'), restricted],
  'ledger/contract/planted-appending.ts': [importing('#/projections/balance.ts'), restricted],
  'domain/policies/planted-policy.ts': [
    importing('#/domain/ports/charge.ts', '#/domain/workflows/reaction.ts'),
    restricted,
    restricted,
  ],
  'domain/policies/planted-policy.test.ts': [
    importing('#/domain/workflows/reaction.ts', '#/adapters/mail/smtp.ts'),
    restricted,
  ],
  'projections/planted-balance.ts': [
    importing('#/adapters/mail/smtp.ts', '#/api/app.ts', '#/ledger/stores/memory.ts'),
    restricted,
    restricted,
    restricted,
  ],
  'adapters/mail/planted-smtp.ts': [
    importing('#/adapters/storage/s3.ts', '#/ledger/codec.ts'),
    restricted,
    restricted,
  ],
  'adapters/payments/providers/iugu/planted.ts': [
    importing(
      '#/adapters/payments/providers/pagarme/orders.ts',
      '#/adapters/payments/providers/pagarme.ts',
    ),
    restricted,
    restricted,
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
    restricted,
    restricted,
  ],
  'api/admin/planted-sales.ts': [
    importing('#/api/seller/sales.ts', '#/api/checkout/procedures.ts'),
    restricted,
    restricted,
  ],
  'api/admin/planted-reads.ts': [
    importing('#/domain/values/money.ts', '#/ledger/codec.ts'),
    restricted,
    restricted,
  ],
  'api/seller/planted-reads.ts': [
    importing('#/api/reads/freshness.ts', '#/api/http/paging.ts'),
    restricted,
    restricted,
  ],
  'api/manager/planted-sellers.ts': [
    importing('#/api/admin/sellers.ts', '#/projections/sellers.ts'),
    restricted,
    restricted,
  ],
  'api/checkout/planted-purchase.ts': [
    importing('#/api/seller/procedures.ts', '#/ledger/codec.ts'),
    restricted,
    restricted,
  ],
  'api/master/planted-platforms.ts': [
    importing('#/api/admin/sellers.ts', '#/projections/platforms.ts'),
    restricted,
    restricted,
  ],
  'api/admin/planted-sales.test.ts': [importing('#/api/master/procedures.ts'), restricted],
  'api/payments/planted-refund.ts': [importing('#/api/admin/sales.ts'), restricted],
  'api/payments/planted-charge.ts': [
    importing('#/api/manager/procedures.ts', '#/api/master/procedures.ts'),
    restricted,
    restricted,
  ],
  'api/auth/planted-access.ts': [
    importing('#/api/platforms/terms.ts', '#/api/withdrawals/payable.ts', '#/api/admin/sales.ts'),
    restricted,
    restricted,
    restricted,
  ],
  'api/offers/planted-offer.ts': [importing('#/api/payments/charge.ts'), restricted],
  'api/composition/planted-compose.ts': [
    importing('#/ledger/stores/postgres.ts', '#/scripts/embedded-postgres/postgres.ts'),
    restricted,
    restricted,
  ],
  'web/lib/call.ts': [importing('#/ledger/codec.ts', '#/api/app.ts'), restricted, restricted],
  'web/lib/planted-key.ts': [importing('#/domain/brazil/pix-key.ts'), restricted],
  'web/lib/money.ts': [
    importing('#/domain/payment/installment-fields.ts', '#/api/contract/seller.ts'),
    restricted,
    restricted,
  ],
  'web/ui/sale.tsx': [
    importing('#/domain/values/money.ts', '#/api/contract/seller.ts', '#/web/i18n/texts.ts'),
    restricted,
    restricted,
    restricted,
  ],
  'web/features/sales/table.tsx': [
    importing('#/web/features/refunds/form.tsx', '#/web/backoffice/main.tsx'),
    restricted,
    restricted,
  ],
  'web/features/sales/frame.tsx': [importing('#/web/checkout/page/page-frame.tsx'), restricted],
  'web/features/checkout/planted.tsx': [
    importing('#/web/checkout/document.ts', '#/web/features/payment-status/outcome.tsx'),
    restricted,
    restricted,
  ],
  'web/features/payment-status/planted.tsx': [
    importing('#/web/features/checkout/offer.ts'),
    restricted,
  ],
  'web/backoffice/planted-frame.tsx': [
    importing('#/ledger/codec.ts', '#/api/http/problem.ts'),
    restricted,
    restricted,
  ],
  'web/i18n/planted-texts.ts': [importing('#/projections/sales.ts'), restricted],
  'web/checkout/page/planted.tsx': [
    importing('#/web/features/checkout/offer.ts', '#/web/checkout/document.ts'),
    restricted,
    restricted,
  ],
  'web/features/refunds/form.ts': ['export const form = 1;\n'],
  'scripts/commands/dev.ts': [importing('../api/app.ts'), restricted],
  'scripts/simulation/oracle/oracle.ts': [
    importing('#/domain/values/money.ts', '#/domain/payment/decider.ts'),
    restricted,
  ],
  'scripts/simulation/oracle/books.ts': [
    importing('./money.ts', '#/domain/accounting/postings.ts', '#/ledger/codec.ts'),
    restricted,
    restricted,
  ],
  // The oracle may import files of its own folder by `./`; `journal.ts` is outside of it.
  'scripts/simulation/oracle/shown.ts': [
    importing(
      '#/scripts/simulation/journal.ts',
      '../journal.ts',
      '#/scripts/simulation/log/log.ts',
    ),
    restricted,
    restricted,
    restricted,
  ],
};

const allowedImports: Planted = {
  'domain/open.ts': [
    importing(
      './money.ts',
      '#/domain/values/money.ts',
      'zod',
      'decimal.js',
      '@brazilian-utils/brazilian-utils',
    ),
  ],
  'domain/policies/open.ts': [importing('#/domain/aggregates/events.ts', './policy.ts')],
  'domain/policies/open.test.ts': [importing('#/domain/testing/world.ts', 'chai')],
  'domain/open.test.ts': [
    importing('chai', 'fast-check', 'node:fs', '#/domain/testing/specify.ts'),
  ],
  'ledger/open.ts': [importing('#/domain/values/money.ts', './codec.ts', 'pg', 'node:crypto')],
  'ledger/open.test.ts': [
    importing('#/scripts/testing/postgres.ts', '#/ledger/stores/memory.ts', 'chai'),
  ],
  'ledger/contract/open.ts': [importing('#/ledger/event-store.ts', 'chai', 'node:crypto')],
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
      './register-cleanup.ts',
      '#/api/composition/store.ts',
      '#/adapters/mail/smtp.ts',
      '#/projections/registry.ts',
    ),
  ],
  'api/open.ts': [
    importing('#/api/composition/compose.ts', '#/ledger/codec.ts', './app.ts', 'express'),
  ],
  'api/admin/open.ts': [importing('./sales.ts', '#/api/payments/require-own-payment.ts')],
  'api/admin/open.test.ts': [
    importing('#/domain/values/money.ts', '#/projections/sales.ts', 'chai'),
  ],
  'api/composition/procedures.ts': [
    importing('#/api/admin/procedures.ts', '#/api/seller/procedures.ts', './core.ts'),
  ],
  'api/contract/open.ts': [importing('#/domain/values/money.ts', './seller.ts', 'zod')],
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
      '#/domain/values/money.ts',
      '#/domain/values/backoff.ts',
      './call.ts',
    ),
  ],
  'web/ui/open.tsx': [
    importing('#/api/contract/live.ts', '#/web/lib/call.ts', '#/web/i18n/en/ui.ts'),
  ],
  'scripts/open.ts': [importing('#/ledger/stores/memory.ts', '#/api/app.ts', '#/web/ui/card.tsx')],
};

describe('Linter configuration', () => {
  it('reports imports that the table of imports does not allow', () =>
    expectCaught(forbiddenImports));

  it('accepts imports that the table of imports allows', () => expectCaught(allowedImports));
});
