import { isSource, type Rule } from './tree.ts';

/** Words that only look like participles. */
const verbs = new Set(
  `bleed breed bring cling during embed exceed feed fling heed need ping proceed ring seed shed sing speed spring sting string
  succeed swing wed weed wring`.split(/\s+/),
);

/** Matches a top-level function whose name is one word. */
const FUNCTION =
  /^(?:export )?(?:(?:async )?function\*? ?([a-z]+)\b|const ([a-z]+)(?::(?:[^=]|=>)+?)? =\s+(?:async )?(?:<[^(]*>)?\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)(?::[^;]+?)? =>)/gm;

/** Matches a function within another. */
const LOCAL =
  /^ +const ([a-z]+)(?:: (?:[^=;]|=>)+?)? =\s+(?:async )?(?:<[^(]*>)?\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)(?::[^;=]+?)? =>/gm;

/** Matches a function that is a field or a parameter. */
const FIELD =
  /(?:^ +|[({,] ?)(?:readonly )?([a-z]+)\??: (?:async )?(?:<[^(]*>)?\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)(?:: [^;=,]+?)? =>/gm;

/** Matches a method whose name is one word. */
const METHOD = /^ +(?:readonly ([a-z]+): (?:<[^(]*>)?\(|([a-z]+): async\b|async ([a-z]+)\()/gm;

/** Participles without the usual ending. */
const irregular = new Set(
  `begun chosen done found given gone held kept known left lost made paid said seen sent shown spent taken told written`.split(
    ' ',
  ),
);

/** Leaves out tests, which name what they set up by its state, as in `approved(payment)`. */
export const isProduct = (path: string): boolean =>
  isSource(path) && !/\.(?:test|contract|cases|e2e)\.tsx?$|\/(?:testing|evidence|e2e)\//.test(path);

const isParticiple = (name: string): boolean =>
  (/(?:ed|ing)$/.test(name) && !verbs.has(name)) || irregular.has(name);

/** The name of a function is a verb; a lone participle reads like a value or a flag. */
export const participles: Rule = (tree) =>
  [...tree]
    // A function in a table of texts makes one text, and has the name of its place on the page.
    .filter(([path]) => isProduct(path) && !path.startsWith('web/i18n/'))
    .flatMap(([path, text]) => {
      const findings = [FUNCTION, LOCAL, FIELD, METHOD].flatMap((pattern) =>
        [...text.matchAll(pattern)].flatMap((match) => {
          const [whole, ...names] = match;
          const name = names.find((each) => each !== undefined) ?? '';
          if (!isParticiple(name)) return [];
          const line = text.slice(0, match.index + whole.indexOf(name)).split('\n').length;
          return [`${path}:${line}: ${name} is a participle: name a function by a verb`];
        }),
      );
      return [...new Set(findings)];
    });
