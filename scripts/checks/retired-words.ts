import { isComment, isSource, type Rule } from './tree.ts';

/** Invented or colloquial words, for which the field or plain English has a clearer one. */
const retired = new Set(
  `aftermath ailment aside desk doom doomed errand errands hear heard hears impatient inflict inflicter nameless nobody
  patience patient slip slips somebody standing standings told unheard untold
  whoever wish wishes`.split(/\s+/),
);

/** Names in recorded events, in settings and in our own APIs: they are not renamed, even if they contain a retired word. */
const lasting = new Set([
  'AcquirerSteppedAside',
  'AcquirerSteppedAsideData',
  'AcquirerWordUnheard',
  'ASIDE',
  'aside',
  'slipsBaseUrl',
  'standing',
  'stepAside',
  'unheardWords',
]);

/** The words of an identifier in camel case. Fields in snake case belong to other systems' APIs. */
const partsOf = (identifier: string): readonly string[] =>
  identifier
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(' ');

const withoutTexts = (line: string): string =>
  line.replaceAll(/'(?:[^'\\]|\\.)*'|"[^"]*"|`[^`]*`|\/(?:[^/\\\n]|\\.)+\/[a-z]*/g, "''");

const retiredInCode = (line: string): readonly string[] => {
  const identifiers = withoutTexts(line).match(/[A-Za-z_$][\w$]*/g) ?? [];
  return identifiers.filter(
    (name) => !lasting.has(name) && partsOf(name).some((part) => retired.has(part)),
  );
};

/** Text in backticks in prose is a name: either of the code, where it is checked, or of another system. */
const retiredInProse = (line: string): readonly string[] =>
  (line.replaceAll(/`[^`]*`/g, '').match(/[a-z]+/gi) ?? []).filter((word) =>
    retired.has(word.toLowerCase()),
  );

/** Names, comments and documents use the words of the field and of plain English, instead of the retired words. */
export const retiredWords: Rule = (tree) =>
  [...tree]
    .filter(([path]) => isSource(path) || path.endsWith('.md'))
    .flatMap(([path, text]) =>
      text.split('\n').flatMap((line, index) => {
        const found =
          path.endsWith('.md') || isComment(line) ? retiredInProse(line) : retiredInCode(line);
        return [...new Set(found)].map(
          (word) =>
            `${path}:${index + 1}: ${word} is retired: take the word of the field, or a plain one`,
        );
      }),
    );
