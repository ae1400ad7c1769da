import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'oxlint';
import type { OxlintOverride } from 'oxlint';

// The architecture in one readable file. Our own code is imported as `./sibling` or `#/from-the-root`, so a rule needs only the text
// of the import. The last pattern that matches decides. Of two overrides that match a file only the later one applies, so it is whole.
// scripts/checks/boundaries.test.ts and habits.test.ts plant a violation of each rule and expect it to be reported.

/** Forbids these files each import that matches a pattern. A pattern with `!` allows again what an earlier pattern forbids. */
const forbid = (files: string[], group: string[], message: string): OxlintOverride => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns: [{ group, message }] }] },
});

const reopen = (patterns: readonly string[]): string[] => patterns.map((each) => `!${each}`);

/** Forbids these files every import of our own code except the opened patterns. */
const allow = (files: string[], opened: readonly string[], message: string): OxlintOverride =>
  forbid(files, ['#/**', '../**', ...reopen(opened)], message);

interface Closings {
  readonly packages?: 'open' | 'closed';
  readonly shut?: readonly string[];
  /** What only tests may import. By default, tests of code that may construct no store or adapter may construct them. */
  readonly inTests?: readonly string[];
}

/** The rules of a folder. It may import its siblings and `open`, except `shut`; packages only from `open` if `packages` is 'closed'. */
const boundary = (
  folder: string,
  open: readonly string[],
  message: string,
  { packages = 'open', shut = [], inTests = shut.length > 0 ? constructed : [] }: Closings = {},
) => {
  const closed = packages === 'closed' ? ['**', '!./**'] : ['#/**', '../**'];
  const tests = ['*.test.ts', '*.cases.ts', '*.contract.ts', 'testing/**', 'e2e/**'].map(
    (name) => `${folder}/**/${name}`,
  );
  return [
    forbid([`${folder}/**`], [...closed, ...reopen(open), ...shut], message),
    forbid(tests, [...closed, ...reopen([...open, ...testing, ...inTests])], message),
  ];
};

const testing = [
  'chai',
  'fast-check',
  'mocha',
  'node:*',
  'node:*/**',
  '#/**/testing/**',
  '#/**/*.contract.ts',
  '#/adapters/payments/evidence/**',
];
const constructed = ['#/ledger/stores/**', '#/adapters/**'];
const foldersIn = (path: string): readonly string[] => {
  const folder = join(import.meta.dirname, path);
  const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
};

const domain = '#/domain/**';
const contract = '#/api/contract/**';
const brazil = '@brazilian-utils/brazilian-utils';
const pure = ['zod', 'decimal.js', brazil, `${brazil}/**`];

/** What the browser needs to call any procedure: the contract's index, its envelope, and the live protocol. */
const calls = ['contract', 'procedure', 'live'].map((name) => `#/api/contract/${name}.ts`);

/** Folders of `api/`, each with the procedures for one kind of caller. What a procedure does is a use case, in another folder. */
const areas = ['admin', 'checkout', 'manager', 'master', 'seller'];

/** The rules of a folder of use cases: no store, no area, and none of `shutNouns`, which are use cases that build on this one. */
const useCase = (folder: string, shutNouns: readonly string[], message: string) =>
  boundary(folder, [domain, '#/ledger/**', '#/projections/**', '#/api/**', '#/web/**'], message, {
    shut: ['#/ledger/stores/**', ...[...areas, ...shutNouns].map((noun) => `#/api/${noun}/**`)],
  });

/** The features of the two public pages. Only these may import what both pages share (`web/checkout/page/`). */
const publicPages = ['checkout', 'payment-status'];

const imports = [
  ...boundary(
    'domain',
    [domain, ...pure],
    'domain imports domain, zod, decimal.js and brazilian-utils; no I/O',
    { packages: 'closed' },
  ),
  ...boundary('domain/policies', [domain, ...pure], 'a policy is pure: it calls no port', {
    packages: 'closed',
    shut: ['#/domain/ports/**', '#/domain/workflows/**'],
    inTests: [],
  }),
  ...boundary(
    'ledger',
    [domain, '#/ledger/**'],
    'ledger imports domain and ledger; api/composition/store.ts chooses the store',
    { shut: ['#/ledger/stores/**', './stores/**'] },
  ),
  ...boundary('ledger/stores', [domain, '#/ledger/**'], 'ledger imports domain and ledger'),
  ...boundary('ledger/contract', [domain, '#/ledger/**', ...testing], 'ledger imports domain'),
  ...boundary(
    'projections',
    [domain, '#/ledger/**', '#/projections/**'],
    'projections import domain, ledger and projections; api/composition/store.ts chooses the store',
    { shut: ['#/ledger/stores/**'] },
  ),
  ...foldersIn('adapters').flatMap((port) =>
    boundary(
      `adapters/${port}`,
      [domain, `#/adapters/${port}/**`],
      'an adapter imports domain and the folder of its own port',
    ),
  ),
  ...boundary(
    'adapters/payments/providers',
    [domain, '#/adapters/payments/kit/**', '#/adapters/payments/families/**'],
    'a provider imports domain, the kit and its family, never another provider',
    { shut: ['./**'] },
  ),
  // A provider that needs more than one file keeps the others in a folder of the same name.
  ...foldersIn('adapters/payments/providers').map((id) =>
    allow(
      [`adapters/payments/providers/${id}.ts`, `adapters/payments/providers/${id}/**`],
      [
        domain,
        '#/adapters/payments/kit/**',
        '#/adapters/payments/families/**',
        `#/adapters/payments/providers/${id}/**`,
      ],
      'a provider imports domain, the kit, its family and its own folder, never another provider',
    ),
  ),
  ...useCase('api', [], 'only api/composition/ constructs stores (store.ts) and adapters'),
  ...useCase('api/auth', ['platforms', 'withdrawals'], 'these build on auth, not auth on them'),
  ...useCase('api/offers', ['payments'], 'payments build on offers, not offers on payments'),
  ...areas.flatMap((area) => {
    const others = areas.filter((other) => other !== area).map((other) => `#/api/${other}/**`);
    return [
      ...boundary(`api/${area}`, ['#/api/**'], 'an area imports use cases, never another area', {
        // A table of procedures leaves reading to use cases.
        shut: ['#/api/reads/**', '#/api/http/paging.ts', ...others],
      }),
      forbid(
        [`api/${area}/**/*.test.ts`],
        ['../**', ...others],
        'a test of an area knows no other area',
      ),
    ];
  }),
  allow(
    ['scripts/simulation/oracle/**'],
    ['#/domain/values/ids.ts', '#/domain/values/money.ts', '#/scripts/simulation/banks/bank.ts'],
    'the oracle shares no rule with the product',
  ),
  ...boundary(
    'api/composition',
    [domain, '#/ledger/**', '#/projections/**', '#/adapters/**', '#/api/**'],
    'composition constructs adapters; only api/composition/store.ts constructs stores',
    { shut: ['#/ledger/stores/**'] },
  ),
  ...boundary('api/contract', [domain, contract, 'zod'], 'the contract imports domain and zod', {
    packages: 'closed',
  }),
  ...boundary('web', [domain, contract, '#/web/**'], 'web imports domain, api/contract and web'),
  ...boundary(
    'web/lib',
    [...calls, '#/domain/values/{backoff,money}.ts', '#/domain/brazil/states.ts', '#/web/lib/**'],
    'lib knows how to call the API and no business',
  ),
  ...boundary(
    'web/ui',
    [...calls, '#/web/lib/**', '#/web/ui/**', '#/web/i18n/*/ui.ts', '#/web/i18n/*/download.ts'],
    'ui knows lib, its own texts and no business',
  ),
  ...boundary(
    'web/checkout/page',
    [...calls, '#/web/lib/**', '#/web/ui/**', '#/web/checkout/page/**'],
    'what both public pages share knows neither of them',
  ),
  ...foldersIn('web/features').flatMap((feature) =>
    boundary(
      `web/features/${feature}`,
      [
        domain,
        contract,
        '#/web/ui/**',
        '#/web/lib/**',
        '#/web/i18n/**',
        `#/web/features/${feature}/**`,
        ...(publicPages.includes(feature) ? ['#/web/checkout/page/**'] : []),
      ],
      'a feature imports itself, ui, lib, i18n, the contract and domain, never another feature',
    ),
  ),
];

const ofTheMachine = 'crypto fetch process setTimeout setInterval performance'.split(' ');

/** The domain gets the time, random values and outside data only as fields of commands. */
const purity: OxlintOverride = {
  files: ['domain/**'],
  rules: {
    'no-restricted-globals': ['error', ...ofTheMachine],
    'no-restricted-properties': [
      'error',
      { object: 'Math', property: 'random', message: 'the domain draws no numbers' },
      { object: 'Date', property: 'now', message: 'commands carry `now`' },
      { object: 'Temporal', property: 'Now', message: 'commands carry `now`' },
    ],
  },
};

export default defineConfig({
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y'],
  categories: { correctness: 'error', suspicious: 'error' },
  options: { typeAware: true, denyWarnings: true },
  ignorePatterns: ['node_modules', '**/*.gen.ts', 'web/*/public', '.data', '.dist', '.artefacts'],
  rules: {
    'no-restricted-imports': [
      'error',
      { patterns: [{ group: ['../**'], message: 'use `#/` instead of `../`' }] },
    ],
    'import/no-cycle': 'error',
    'import/no-unassigned-import': ['error', { allow: ['**/*.css'] }],
    'oxc/no-barrel-file': ['error', { threshold: 0 }],
    'unicorn/filename-case': ['error', { case: 'kebabCase' }],
    'max-lines': ['error', { max: 300 }],
    'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
    'no-console': 'error',
    eqeqeq: ['error', 'always', { null: 'ignore' }],
    'prefer-const': 'error',
    'no-var': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/ban-ts-comment': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    'typescript/switch-exhaustiveness-check': [
      'error',
      { considerDefaultExhaustiveForUnions: true },
    ],
    'typescript/return-await': 'error',
    'typescript/only-throw-error': 'error',
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    // TypeScript itself checks returns (`noImplicitReturns`). Branded types, such as `Cents`, need type assertions; the negative of one
    // is a plain number. scripts/checks/tidy.ts refuses the assertions that hide mistakes.
    'typescript/consistent-return': 'off',
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/no-unsafe-unary-minus': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'import/no-named-as-default-member': 'off',
    'react/react-in-jsx-scope': 'off',
    // Objects here are made of closures, which have no `this` to lose; a gauge registers itself when it is created.
    'typescript/unbound-method': 'off',
    'no-new': 'off',
    // Rules for the React compiler, which is not used.
    'react/purity': 'off',
    'react/set-state-in-effect': 'off',
    'react/exhaustive-effect-dependencies': 'off',
    // WebSocket has one listener of each kind, and axe checks labels in the rendered page.
    'unicorn/prefer-add-event-listener': 'off',
    // Messages are posted only to worker threads, which have no origin.
    'unicorn/require-post-message-target-origin': 'off',
    'jsx-a11y/control-has-associated-label': 'off',
    // Express 5 passes the rejection of an async handler to its error handler.
    'oxc/no-async-endpoint-handlers': 'off',
    // Scrolling regions must be focusable (axe: scrollable-region-focusable), and widget roles have no HTML tag.
    'jsx-a11y/no-noninteractive-tabindex': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
  },
  overrides: [
    ...imports,
    { files: ['api/composition/store.ts'], rules: { 'no-restricted-imports': 'off' } },
    purity,
    // A suite is one long function; its cases are read one by one.
    {
      files: ['**/*.test.ts', '**/*.e2e.ts', '**/*.contract.ts', 'ledger/contract/**'],
      rules: {
        'max-lines-per-function': 'off',
        'no-restricted-globals': 'off',
        'no-restricted-properties': 'off',
      },
    },
    // Tables of texts grow with the number of screens, and evidence with the exchanges that an acquirer documents.
    {
      files: ['web/i18n/**', '**/*.cases.ts', 'adapters/payments/evidence/*-cases.ts'],
      rules: { 'max-lines': 'off' },
    },
    // A page is short; what it shows belongs in a feature.
    { files: ['web/backoffice/routes/**'], rules: { 'max-lines': ['error', { max: 120 }] } },
    { files: ['scripts/**'], rules: { 'no-console': 'off' } },
    // The router's redirects are thrown.
    { files: ['web/backoffice/**'], rules: { 'typescript/only-throw-error': 'off' } },
    // File names of routes follow the router's syntax: `$id.tsx`, `my-products_/`.
    { files: ['web/**/routes/**'], rules: { 'unicorn/filename-case': 'off' } },
  ],
});
