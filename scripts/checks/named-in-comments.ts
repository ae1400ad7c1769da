import { isComment, isSource, type Rule, type Tree } from './tree.ts';

const wordsIn = (text: string): readonly string[] => text.match(/[A-Za-z_$][\w$]*/g) ?? [];

const isCamelCase = (word: string): boolean => /^[a-z][a-z0-9]*(?:[A-Z][a-z0-9]*)+$/.test(word);

/** Returns the camel-case words in backticks. */
const namesIn = (line: string): readonly string[] =>
  [...line.matchAll(/`([^`]+)`/g)].flatMap(([, quoted = '']) =>
    wordsIn(quoted).filter(isCamelCase),
  );

/** Words in strings count too: names of SQL and of acquirers' fields. */
const wordsOfCode = (tree: Tree): ReadonlySet<string> =>
  new Set(
    [...tree]
      .filter(([path]) => /\.(?:tsx?|mjs|json|sql)$/.test(path))
      .flatMap(([path, text]) =>
        text
          .split('\n')
          .flatMap((line) => (isSource(path) && isComment(line) ? [] : wordsIn(line))),
      ),
  );

/** A rename must also reach the comments. */
export const namedInComments: Rule = (tree) => {
  const codeWords = wordsOfCode(tree);
  return [...tree]
    .filter(([path]) => isSource(path))
    .flatMap(([path, text]) =>
      text
        .split('\n')
        .flatMap((line, index) =>
          (isComment(line) ? namesIn(line) : [])
            .filter((name) => !codeWords.has(name))
            .map((name) => `${path}:${index + 1}: no code has the name ${name}`),
        ),
    );
};
