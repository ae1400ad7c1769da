import { expect } from 'chai';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Literal translations that our texts once had. */
const WORD_BY_WORD = {
  en: [
    'sends the access',
    'looks at each',
    'In withdrawal',
    'connected one does',
    'come into being',
    'the e-mail given in',
  ],
  'pt-br': ['se afasta', 'demorou mais de', 'nascem', 'pagam o que é seu'],
} as const;

describe('Wording of the texts', () => {
  for (const [language, phrases] of Object.entries(WORD_BY_WORD)) {
    it(`contains no known literal translation in ${language}`, () => {
      const files = globSync('**/*.ts', { cwd: join(import.meta.dirname, language) });
      expect(files.length).to.be.greaterThan(10);
      for (const file of files) {
        const text = readFileSync(join(import.meta.dirname, language, file), 'utf8').toLowerCase();
        const foundPhrases = phrases.filter((phrase) => text.includes(phrase.toLowerCase()));
        expect(foundPhrases, file).to.deep.equal([]);
      }
    });
  }
});
