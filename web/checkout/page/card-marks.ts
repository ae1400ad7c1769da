/** Path, colour and, for a line, width. */
type Stroke = readonly [path: string, colour: string, width?: number];

interface Mark {
  readonly ground: string;
  readonly strokes: readonly Stroke[];
}

/** In a `.ts` file, because `.tsx` files may use only our tokens' colours. Size: 36 by 24. */
export const cardMarks = {
  Visa: {
    ground: '#fff',
    strokes: [
      [
        'm6.5 8 1.9 8h.4l4-8M16 8l-1.5 8m6.5-7.2c-1.3-1-3.7-.8-3.7.9 0 1.8 3 1.6 3 3.6 0 2-2.9 2.3-4.3 1.1M21.7 16l4.2-8h.5l1.7 8m-4.7-2.6h4',
        '#1434cb',
        2.1,
      ],
    ],
  },
  Mastercard: {
    ground: '#fff',
    strokes: [
      ['M14.2 5.8a6.2 6.2 0 1 0 0 12.4 6.2 6.2 0 0 0 0-12.4', '#eb001b'],
      ['M21.8 5.8a6.2 6.2 0 1 0 0 12.4 6.2 6.2 0 0 0 0-12.4', '#f79e1b'],
      ['M18 7.1a6.2 6.2 0 0 1 0 9.8 6.2 6.2 0 0 1 0-9.8', '#ff5f00'],
    ],
  },
  Elo: {
    ground: '#111',
    strokes: [
      ['M6.5 13.2 12.9 11.4a3.4 3.4 0 1 0-.9 3.8M16.5 6.5v9.4', '#fff', 2],
      ['M20.3 14.6a4 4 0 0 1 .4-5', '#00a4e0', 2],
      ['M20.9 9.4a4 4 0 0 1 5.8 1', '#ffcb05', 2],
      ['M27 11.2a4 4 0 0 1-6.3 3.8', '#ef4123', 2],
    ],
  },
  'American Express': {
    ground: '#016fd0',
    strokes: [
      [
        'm4.6 15.8 3-7.6h.6l3 7.6m-5.5-2.5h4.3m3.2 2.5V8.2h.4l2.6 4.2 2.6-4.2h.4v7.6m6.3-7.6h-3.5v7.6h3.5m-3.5-3.8h3.2m2.4-3.8 4.6 7.6m0-7.6-4.6 7.6',
        '#fff',
        1.7,
      ],
    ],
  },
  Hipercard: {
    ground: '#b3131b',
    strokes: [
      [
        'M5 8.4v7.2M5 12h4m0-3.6v7.2m3.2-7.2v7.2m3.2 0V8.4h2a2 2 0 0 1 0 4.2h-2m9.6-4.2h-3.6v7.2H25M21.4 12h3.2m3.2 3.6V8.4h2.2a2 2 0 0 1 0 4.1h-2.2m2.2 0 1.8 3.1',
        '#fff',
        1.7,
      ],
    ],
  },
  'Diners Club': {
    ground: '#fff',
    strokes: [
      ['M18 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16', '#0079be'],
      ['M18 5.8a6.2 6.2 0 1 0 0 12.4 6.2 6.2 0 0 0 0-12.4', '#fff'],
      ['M16.6 7.6a4.7 4.7 0 0 0 0 8.8zm2.8 0a4.7 4.7 0 0 1 0 8.8z', '#0079be'],
    ],
  },
  JCB: {
    ground: '#fff',
    strokes: [
      ['M10 4.5h3v12a3 3 0 0 1-3 3H7v-12a3 3 0 0 1 3-3', '#0e4c96'],
      ['M18 4.5h3v12a3 3 0 0 1-3 3h-3v-12a3 3 0 0 1 3-3', '#be0029'],
      ['M26 4.5h3v12a3 3 0 0 1-3 3h-3v-12a3 3 0 0 1 3-3', '#00752b'],
      [
        'M11.2 9.7v3.6a1.2 1.2 0 0 1-2.4 0m10.6-3a1.8 1.8 0 1 0 0 3.4m5.4-4h1.2a1.1 1.1 0 0 1 0 2.3h-1.2 1.4a1.2 1.2 0 0 1 0 2.4h-1.4z',
        '#fff',
        1.1,
      ],
    ],
  },
  Discover: {
    ground: '#fff',
    strokes: [
      ['M35.5 12v8a3.5 3.5 0 0 1-3.5 3.5H12C22 21.5 30 17.5 35.5 12', '#f47216'],
      ['M15 5.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9', '#f47216'],
    ],
  },
  Aura: {
    ground: '#0a4fa0',
    strokes: [
      ['M8 17.5a10 10 0 0 1 20 0', '#ffd400', 3],
      ['M13 17.5a5 5 0 0 1 10 0', '#fff', 2.4],
    ],
  },
} as const satisfies Readonly<Record<string, Mark>>;

export type MarkedBrand = keyof typeof cardMarks;

const lettersOf = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');

const isMarked = (name: string): name is MarkedBrand => Object.hasOwn(cardMarks, name);

/** Returns the brand for an acquirer's name of it: `visa`, `MASTER`, `amex`. */
export const markedBrand = (word: string): MarkedBrand | undefined => {
  const wordLetters = lettersOf(word);
  if (wordLetters === 'amex') return 'American Express';
  if (wordLetters.length < 3) return undefined;
  return Object.keys(cardMarks)
    .filter(isMarked)
    .find((name) => {
      const letters = lettersOf(name);
      return letters.startsWith(wordLetters) || wordLetters.startsWith(letters);
    });
};
