import { expect } from 'chai';
import { retiredWords } from './retired-words.ts';

/** Name → path and text of a file, and the finding. */
const planted: Readonly<Record<string, readonly [path: string, text: string, finding: RegExp]>> = {
  'a name in camel case': [
    'api/clock.ts',
    "export const readWish = (text: string) => text + 'wish';\n",
    /^api\/clock.ts:1: readWish is retired/,
  ],
  'a name in capitals': [
    'web/clock.tsx',
    'const IMPATIENT_MS = 1_000;\n',
    /^web\/clock.tsx:1: IMPATIENT_MS is retired/,
  ],
  'a name in a module that runs without a build': [
    'scripts/clock.mjs',
    '\nlet toldToStop;\n',
    /^scripts\/clock.mjs:2: toldToStop is retired/,
  ],
  'the name of a file': [
    'api/http/request-patience.ts',
    '',
    /^api\/http\/\S+: patience is retired/,
  ],
  'the name of a folder': ['api/desk/routes.ts', '', /^api\/desk\/routes.ts: desk is retired/],
  'a comment': [
    'api/clock.ts',
    '/** Answers whoever asks. */\n',
    /^api\/clock.ts:1: whoever is retired/,
  ],
  'a comment in another case': [
    'api/clock.ts',
    '// The clock that Nobody has set.\n',
    /^api\/clock.ts:1: Nobody is retired/,
  ],
  'a comment inside an element': [
    'web/clock.tsx',
    '<p>{/* The clock that nobody has set. */}</p>\n',
    /^web\/clock.tsx:1: nobody is retired/,
  ],
  'a document': [
    'api/README.md',
    '# API\n\nA client is told the time.\n',
    /^api\/README.md:3: told is retired/,
  ],
  'the title of a test': [
    'api/clock.test.ts',
    "describe('A clock', () => {\n  it.skip(\n    'is told the time', () => {});\n",
    /^api\/clock.test.ts:2: told is retired/,
  ],
  'a name of an event outside its paths': [
    'projections/engine/state.ts',
    'const standing = 1;\n',
    /^projections\/engine\/state.ts:1: standing is retired/,
  ],
  'a word that is retired below a path': [
    'api/payments/cards/bundle.ts',
    'const sealedCard = 1;\n',
    /^api\/payments\/cards\/bundle.ts:1: sealedCard is retired/,
  ],
  'a type of parts': [
    'ledger/clock.ts',
    'interface ClockParts {}\n',
    /^ledger\/clock.ts:1: ClockParts is retired/,
  ],
  'a parameter for dependencies': [
    'ledger/clock.ts',
    'const createClock = (parts: ClockDependencies) => parts.now;\n',
    /^ledger\/clock.ts:1: parts is retired/,
  ],
  'a field with options': [
    'ledger/clock.ts',
    'class Clock {\n  readonly #parts: ClockOptions;\n}\n',
    /^ledger\/clock.ts:2: parts is retired/,
  ],
  'a parameter that lists its fields': [
    'ledger/clock.ts',
    'const createClock = async (parts: {\n  readonly now: () => string;\n}) => 1;\n',
    /^ledger\/clock.ts:1: parts is retired/,
  ],
  'a type that stood for many things': [
    'ledger/clock.ts',
    'export type Answer = string;\n',
    /^ledger\/clock.ts:1: Answer is retired/,
  ],
  'a name for what an acquirer states': [
    'domain/clock.ts',
    'export type SaidMoney = number;\n',
    /^domain\/clock.ts:1: SaidMoney is retired/,
  ],
};

/** Names that did not say what a thing is. */
const retiredNames = [
  'isGood',
  'Wire',
  'CandidClient',
  'CandidPool',
  'KeptNotice',
  'RestDependencies',
  'SaidAmount',
  'SaidBack',
  'SaidOfPayment',
  'Whose',
  'wayToPay',
];

/** Word, and a path below which it is retired. */
const retiredBelow: readonly (readonly [word: string, path: string])[] = [
  ['turn', 'api/payments/a.ts'],
  ['seals', 'api/payments/cards/a.ts'],
  ['choice', 'api/payments/order.ts'],
  ['choices', 'domain/payment/pricing.ts'],
  ['choice', 'web/features/checkout/a.ts'],
  ['ring', 'ledger/concurrency/a.ts'],
  ['reception', 'api/webhooks/a.ts'],
  ['subject', 'api/webhooks/a.ts'],
  ['turns', 'api/webhooks/a.ts'],
  ['mistake', 'web/lib/a.ts'],
];

describe('retiredWords', () => {
  for (const [name, [path, text, finding]] of Object.entries(planted)) {
    it(`finds a retired word in ${name}`, () => {
      const findings = retiredWords(new Map([[path, text]]));
      expect(findings).to.have.lengthOf(1);
      expect(findings[0]).to.match(finding);
    });
  }

  for (const name of retiredNames) {
    it(`finds the name ${name}`, () => {
      expect(retiredWords(new Map([['domain/clock.ts', `const a = ${name};\n`]]))).to.deep.equal([
        `domain/clock.ts:1: ${name} is retired: take the word of the field, or a plain one`,
      ]);
    });
  }

  for (const [word, path] of retiredBelow) {
    it(`finds ${word} in ${path}, but not in another folder`, () => {
      const text = `const ${word} = 1;\n`;
      expect(retiredWords(new Map([[path, text]]))).to.have.lengthOf(1);
      expect(retiredWords(new Map([['projections/a.ts', text]]))).to.deep.equal([]);
    });
  }

  it('allows texts, elements of HTML, quoted names, fields of other systems, and words that are retired elsewhere', () => {
    const tree = new Map([
      ['api/README.md', '# API\n\nIt runs as `nobody`.\n'],
      ['api/clock.ts', '/** Runs as `nobody`. */\nread(invoice.bank_slip_url, "told");\n'],
      ['domain/acquiring/choose.ts', 'const fit = ({ standing }) => standing;\n'],
      ['ledger/audit/seal.ts', 'export const sealBytes = 1;\n'],
      ['domain/payment/shares.ts', 'const feeOf = (parts: Breakdown) => parts.fee;\n'],
      ['web/page.tsx', '<aside>\n</aside>\n'],
    ]);
    expect(retiredWords(tree)).to.deep.equal([]);
  });
});
