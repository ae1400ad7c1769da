import { isComment, type Rule } from './tree.ts';

const wordsOf = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** The language of payments, or plain English, has a clearer word for each of these. */
const retired = wordsOf(`
  aftermath ailment aside bell bells complaint complaints desk doom doomed errand errands fleet harmless hear heard
  hearing hears impatient inflict inflicter knock knocks mint minted mints nameless nobody patience patient rested slip
  slips somebody standing standings told truth truths unheard untold whoever wish wishes
`);

/** Names that do not say what a thing is, or that stood for several things. */
const RETIRED_NAME =
  /^(?:isGood|(?:[A-Z]\w*)?Parts|Wire|Candid(?:Client|Pool)|KeptNotice|RestDependencies|Said(?:Amount|Back|Money|OfPayment)|Whose|wayToPay)$/;

/** The name of a type must say whose answer it is. In `web/`, `Answer` is a component. */
const isAnswerWithoutOwner = (name: string, path: string): boolean =>
  name === 'Answer' && /^(?:adapters|api|domain|ledger)\//.test(path);

/** A parameter or field `parts` with dependencies or options. The `parts` of an amount, which have another type, do not match. */
const PARTS_AS_DEPENDENCIES =
  /(?<=\(\s*|#|^\s*|\breadonly )parts(?=\??: (?:\w+(?:Dependencies|Options)\b|\{ ?readonly))|(?<=\()parts(?=: \{$)/;

/** Beginning of a path → words that are retired below it. */
const retiredBelow: Readonly<Record<string, ReadonlySet<string>>> = {
  // A buyer selects, data is encrypted, and a purchase holds a lease.
  'api/payments/': wordsOf('turn turns'),
  'api/payments/cards/': wordsOf('seal seals sealed'),
  'api/payments/order.': wordsOf('choice choices'),
  'domain/payment/pricing': wordsOf('choice choices'),
  'web/features/checkout/': wordsOf('choice choices'),
  // A signal notifies.
  'ledger/concurrency/': wordsOf('ring rings'),
  // A person is a subject; a notice has a target, which is leased.
  'api/webhooks/': wordsOf('reception subject subjects turn turns'),
  // Fields have errors.
  'web/': wordsOf('mistake mistakes'),
};

const ASIDE_ON_PAGES = [
  'web/e2e/acquirings.',
  'web/e2e/unprovable-payouts.',
  'web/features/acquiring/',
];

/** Files with the candidates for an acquirer, each with its `standing`. */
const RECORDED_CHOICES = [
  'adapters/payments/too-many-requests.test.ts',
  'api/acquiring/circumstances.ts',
  'api/admin/acquiring.test.ts',
  'api/offers/make-offer.test.ts',
  'api/webhooks/find-payment.test.ts',
  'api/webhooks/notice-of-other-acquirer.test.ts',
  'api/withdrawals/repeated-payout.test.ts',
  'domain/acquiring/choose.',
  'domain/values/fnv1a.test.ts',
  'domain/payment/decider.test.ts',
  'domain/testing/lost-pix.ts',
  'domain/workflows/lost-charge.test.ts',
  'domain/workflows/lost-pix.test.ts',
  'domain/workflows/submit-payment.test.ts',
  'ledger/slow-acquirer.test.ts',
  'projections/testing/history.ts',
  'web/features/acquiring/why-acquirer.tsx',
];

/** Retired names that events, settings, metrics, tables or our API have → beginnings of the paths that may use them. */
const namesStillInUse: ReadonlyMap<string, readonly string[]> = new Map([
  ['AcquirerSteppedAside', ['domain/accounting/money-at-stake.', 'domain/acquiring/', 'web/i18n/']],
  ['AcquirerSteppedAsideData', ['domain/acquiring/']],
  ['AcquirerWordUnheard', ['domain/accounting/money-at-stake.', 'domain/acquiring/', 'web/i18n/']],
  ['ASIDE', ['web/features/acquiring/why-acquirer.tsx', 'web/i18n/']],
  [
    'aside',
    [
      'api/acquiring/show-acquirer.',
      'api/admin/acquiring.',
      'api/contract/acquiring.',
      ...ASIDE_ON_PAGES,
    ],
  ],
  ['reception', ['api/webhooks/routes.ts']],
  ['slipsBaseUrl', ['adapters/payments/', 'web/i18n/']],
  [
    'standing',
    [...RECORDED_CHOICES, 'api/operations/expose-metrics.ts', 'api/webhooks/notice-work.ts'],
  ],
  ['stepAside', ['api/', 'domain/', 'ledger/upcasters/', 'scripts/launch/', 'web/']],
  ['subject', ['api/webhooks/store/postgres', 'api/webhooks/unconfirmed-notice.test.ts']],
  ['turn', ['api/payments/postgres-twins.ts', 'api/webhooks/store/postgres/']],
  ['unheardWords', ['api/', 'web/features/acquiring/']],
]);

const mayStillUse = (name: string, path: string): boolean =>
  namesStillInUse.get(name)?.some((start) => path.startsWith(start)) ?? false;

const retiredAt = (path: string): ((word: string) => boolean) => {
  const here = Object.entries(retiredBelow).filter(([start]) => path.startsWith(start));
  return (word) => retired.has(word) || here.some(([, words]) => words.has(word));
};

/** Splits camelCase and UPPER_CASE. Lower snake_case stays whole: such names belong to other systems. */
const wordsIn = (identifier: string): readonly string[] =>
  /^[A-Z][A-Z0-9_]*$/.test(identifier)
    ? identifier.toLowerCase().split('_')
    : identifier
        .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
        .toLowerCase()
        .split(' ');

/** Leaves out texts, patterns and names of HTML elements. */
const withoutTexts = (line: string): string =>
  line.replaceAll(
    /'(?:[^'\\]|\\.)*'|"[^"]*"|`[^`]*`|<\/?[a-z]\w*(?=[\s>]|$)|\/(?![*/])(?:[^/\\\n]|\\.)+\/[a-z]*/g,
    "''",
  );

const retiredInCode = (line: string, path: string): readonly string[] => {
  const isRetired = retiredAt(path);
  const code = withoutTexts(line);
  const identifiers = code.match(/[A-Za-z_$][\w$]*/g) ?? [];
  const findings = identifiers.filter(
    (name) =>
      !mayStillUse(name, path) &&
      (RETIRED_NAME.test(name) ||
        isAnswerWithoutOwner(name, path) ||
        wordsIn(name).some(isRetired)),
  );
  return [...findings, ...(PARTS_AS_DEPENDENCIES.exec(code) ?? [])];
};

/** Text in backticks is a name, of code or of another system. */
const retiredInProse = (line: string, path: string): readonly string[] => {
  const isRetired = retiredAt(path);
  const words = line.replaceAll(/`[^`]*`/g, '').match(/[a-z]+/gi) ?? [];
  return words.filter((word) => isRetired(word.toLowerCase()));
};

/** The titles of tests are sentences. */
const TITLE = /\b(?:describe|it)(?:\.\w+)?\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g;

const retiredInTitles = (text: string, path: string): readonly (readonly [string, string])[] =>
  [...text.matchAll(TITLE)].flatMap(({ 2: title = '', index }) => {
    const line = text.slice(0, index).split('\n').length;
    return retiredInProse(title, path).map((word) => [`${path}:${line}`, word] as const);
  });

const retiredInPath = (path: string): readonly string[] =>
  path.split(/[/.-]/).filter(retiredAt(path));

/** Names, comments, documents and titles use none of the retired words. */
export const retiredWords: Rule = (tree) =>
  [...tree]
    .filter(([path]) => /(?<!\.gen)\.(?:tsx?|mjs|md)$/.test(path))
    .flatMap(([path, text]) => {
      const inLines = text.split('\n').flatMap((line, index) => {
        const isProse = path.endsWith('.md') || isComment(line);
        const findings = isProse ? retiredInProse(line, path) : retiredInCode(line, path);
        return [...new Set(findings)].map((word) => [`${path}:${index + 1}`, word] as const);
      });
      return [
        ...retiredInPath(path).map((word) => [path, word] as const),
        ...inLines,
        ...(/\.(?:test|contract|e2e)\.tsx?$/.test(path) ? retiredInTitles(text, path) : []),
      ].map(
        ([place, word]) =>
          `${place}: ${word} is retired: take the word of the field, or a plain one`,
      );
    });
