import { expect } from 'chai';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contrastRatio } from '#/web/ui/native/contrast.ts';

const web = join(import.meta.dirname, '../..');

/** Expands `#fff` to `#ffffff`. */
const sixDigits = (hex: string): string =>
  hex.length === 4 ? `#${hex.slice(1).replace(/./g, '$&$&')}` : hex;

const coloursOf = (file: string): ReadonlyMap<string, string> => {
  const text = readFileSync(join(import.meta.dirname, file), 'utf8');
  const matches = text.matchAll(/--color-([\w-]+): (#[0-9a-f]{3,6});/g);
  return new Map([...matches].map(([, name = '', hex = '']) => [name, sixDigits(hex)]));
};

const light = coloursOf('tokens.css');
const dark = coloursOf('dark.css');
const themes = { light, dark: new Map([...light, ...dark]) };

interface Source {
  readonly file: string;
  /** The words of each string, which may be a list of classes; without variant prefixes. */
  readonly lists: readonly (readonly string[])[];
}

/** `hover:bg-sunken` and `aria-[current=page]:bg-sunken` become `bg-sunken`. */
const withoutVariants = (name: string): string =>
  name.replace(/^(?:[\w*@<>-]*(?:\[[^\]]*\])?:)+/, '').replace(/!$/, '');

const sourcesOf = (pattern: string): readonly Source[] =>
  globSync(pattern, { cwd: web }).map((file) => {
    const text = readFileSync(join(web, file), 'utf8');
    const strings = text.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g);
    const lists = [...strings].map(([, a, b, c]) =>
      (a ?? b ?? c ?? '')
        .split(/[\s{}?:]+(?=[\s'a-z])|\s+/)
        .map((part) => withoutVariants(part.replaceAll(/['"]/g, ''))),
    );
    return { file, lists };
  });

const sources = sourcesOf('{ui,features,backoffice,checkout}/**/*.tsx');

const TEXTS = ['ink', 'ink-muted', 'ink-faint', 'accent', 'positive', 'negative', 'warning'];
/** Rows can be highlighted, selected or inset, so any text may be on these surfaces. */
const SURFACES = ['canvas', 'surface', 'sunken', 'accent-soft'];

const isColour = (name: string): boolean => light.has(name);

/** Returns each of `TEXTS` on each of `SURFACES`, and the pairs that one element has, as `ink on canvas`. */
const pairsInUse = (): ReadonlySet<string> => {
  const pairs = new Set(
    TEXTS.flatMap((text) => SURFACES.map((surface) => `${text} on ${surface}`)),
  );
  for (const list of sources.flatMap(({ lists }) => lists)) {
    const namesAfter = (prefix: string) =>
      list.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
    const surfaces = namesAfter('bg-').filter(isColour);
    const texts = namesAfter('text-').filter(isColour);
    for (const surface of surfaces) for (const text of texts) pairs.add(`${text} on ${surface}`);
  }
  return pairs;
};

const tooFaint = (pairs: Iterable<string>, least: number): readonly string[] =>
  Object.entries(themes).flatMap(([theme, colours]) =>
    [...pairs].flatMap((pair) => {
      const [text = '', surface = ''] = pair.split(' on ');
      const ratio = contrastRatio(colours.get(text) ?? '', colours.get(surface) ?? '');
      return ratio >= least ? [] : [`${theme}: ${pair} ${ratio.toFixed(2)}`];
    }),
  );

describe('Design token set of both apps', () => {
  it('gives every text enough contrast on its surfaces, in the light and the dark theme', () => {
    const pairs = pairsInUse();
    expect(pairs.size).to.be.greaterThan(TEXTS.length * SURFACES.length);
    expect(tooFaint(pairs, 4.5)).to.deep.equal([]);
  });

  it('gives fields, marks and chart lines enough contrast on every surface', () => {
    const marks = ['field', 'accent', 'positive', 'negative', 'warning', 'ink-faint'];
    const pairs = marks.flatMap((mark) =>
      ['canvas', 'surface', 'sunken'].map((surface) => `${mark} on ${surface}`),
    );
    expect(tooFaint(pairs, 3)).to.deep.equal([]);
  });

  it('defines every colour in the dark theme too, except white, black and the teal of PIX', () => {
    const constant = ['white', 'black', 'teal'];
    const missing = [...light.keys()].filter((name) => !dark.has(name) && !constant.includes(name));
    expect(missing).to.deep.equal([]);
  });

  it('has no text smaller than the 13 px of notes', () => {
    const sizes = globSync('**/*.css', { cwd: web }).flatMap((file) => {
      const text = readFileSync(join(web, file), 'utf8');
      return [...text.matchAll(/(?:--text-\w+|font-size): ([\d.]+)(rem|px);/g)].map(
        ([, size, unit]) => Number(size) * (unit === 'rem' ? 16 : 1),
      );
    });
    expect(sizes.length).to.be.at.least(6);
    expect(Math.min(...sizes)).to.equal(13);
  });

  it('is the only source of sizes, radii and colours in the components', () => {
    const foreign =
      /^(?:text-\[|text-[3-9]xl|rounded-(?:\[|[2-9]xl)|rounded$|bg-\[#|shadow-\[|font-\[)|#[0-9a-f]{6}$/;
    const foreignNames = sources.flatMap(({ file, lists }) =>
      lists.flat().flatMap((name) => (foreign.test(name) ? [`${file}: ${name}`] : [])),
    );
    expect(foreignNames).to.deep.equal([]);
  });
});
