import { isSource, type Rule } from './tree.ts';

const retired = new Set(
  `aftermath ailment aside desk doom doomed errand errands hear heard hears impatient inflict inflicter nameless nobody
  patience patient slip slips somebody standing standings told unheard untold
  whoever wish wishes`.split(/\s+/),
);

/** Names on record, of settings and of our own wires keep the words with which they began. */
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

/** The words of an identifier in camel case. Fields of wires in snake case are not ours. */
const partsOf = (identifier: string): readonly string[] =>
  identifier
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(' ');

const withoutTexts = (line: string): string =>
  line.replaceAll(/'(?:[^'\\]|\\.)*'|"[^"]*"|`[^`]*`|\/(?:[^/\\\n]|\\.)+\/[a-z]*/g, "''");

const retiredIn = (line: string): readonly string[] => {
  const comment = /^\s*(?:\/\/|\/?\*)/.test(line);
  if (comment) return line.match(/\b(?:whoever|somebody|errand|wish|heard|doom)\b/gi) ?? [];
  const identifiers = withoutTexts(line).match(/[A-Za-z_$][\w$]*/g) ?? [];
  return identifiers.filter(
    (name) => !lasting.has(name) && partsOf(name).some((part) => retired.has(part)),
  );
};

/** Names and comments use the words of the field; those of our own that it has a word for are retired. */
export const retiredWords: Rule = (tree) =>
  [...tree]
    .filter(([path]) => isSource(path) && !path.startsWith('web/i18n/'))
    .flatMap(([path, text]) =>
      text
        .split('\n')
        .flatMap((line, index) =>
          [...new Set(retiredIn(line))].map(
            (word) => `${path}:${index + 1}: ${word} is retired: take the word of the field`,
          ),
        ),
    );
