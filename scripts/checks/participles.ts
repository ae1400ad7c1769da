import { isSource, type Rule } from './tree.ts';

/** Words that only look like participles. */
const verbs = new Set(
  `bleed breed bring cling embed exceed feed fling heed need ping proceed ring seed shed sing speed spring sting string
  succeed swing wed weed wring`.split(/\s+/),
);

/** A function at the top level of a module whose name is one word; its type and its parameters may take several lines. */
const FUNCTION =
  /^(?:export )?(?:(?:async )?function\*? ?([a-z]+)\b|const ([a-z]+)(?::(?:[^=]|=>)+?)? =\s+(?:async )?(?:<[^(]*>)?\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)(?::[^;]+?)? =>)/gm;

/** Tests name what they set up by its state, as in `approved(payment)`. */
const isProduct = (path: string): boolean =>
  isSource(path) && !/\.(?:test|contract|cases|e2e)\.tsx?$|\/(?:testing|evidence|e2e)\//.test(path);

/** A function does something, so its name is a verb; a lone participle reads like a value or a flag. */
export const participles: Rule = (tree) =>
  [...tree]
    .filter(([path]) => isProduct(path))
    .flatMap(([path, text]) =>
      [...text.matchAll(FUNCTION)].flatMap(({ 1: declared, 2: assigned, index }) => {
        const name = declared ?? assigned ?? '';
        if (!/(?:ed|ing)$/.test(name) || verbs.has(name)) return [];
        const line = text.slice(0, index).split('\n').length;
        return [`${path}:${line}: ${name} is a participle: name a function by a verb`];
      }),
    );
