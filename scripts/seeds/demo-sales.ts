import { addDays, addSeconds, startOfDay, type Day, type Timestamp } from '#/domain/values/time.ts';
import { createRandom } from './random.ts';

export interface PlannedSale {
  readonly at: Timestamp;
  readonly offerId: 'demo-ebook' | 'demo-camiseta' | 'demo-clube' | 'feira-oficina';
  readonly method: 'PIX' | 'CREDIT_CARD' | 'BILLET';
  readonly installments: number;
  readonly orderBumpsIds: readonly string[];
  readonly name: string;
  readonly email: string;
  readonly end: 'paid' | 'unpaid' | 'refused';
}

const FIRST_NAMES = [
  'Ana',
  'Bruno',
  'Carla',
  'Diego',
  'Elisa',
  'Felipe',
  'Gabriela',
  'Heitor',
  'Isabela',
  'João',
  'Karina',
  'Lucas',
  'Marina',
  'Nuno',
  'Olívia',
  'Paulo',
  'Renata',
  'Sérgio',
  'Tatiana',
  'Vítor',
] as const;
const LAST_NAMES = [
  'Almeida',
  'Barbosa',
  'Cardoso',
  'Duarte',
  'Esteves',
  'Ferreira',
  'Gomes',
  'Lima',
  'Moraes',
  'Nogueira',
  'Oliveira',
  'Pereira',
  'Ribeiro',
  'Souza',
  'Teixeira',
] as const;

const withoutAccents = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

/** Draws one of some items, true with the probability `share`, or a whole number from 0 to below `most`. */
const chooser = (next: () => number) => ({
  of: <Item>(items: readonly [Item, ...Item[]]): Item =>
    items[Math.floor(next() * items.length)] ?? items[0],
  chance: (share: number): boolean => next() < share,
  whole: (most: number): number => Math.floor(next() * most),
});

type Chooser = ReturnType<typeof chooser>;

const methodOf = (choose: Chooser, offerId: PlannedSale['offerId']): PlannedSale['method'] => {
  if (choose.chance(0.55)) return 'PIX';
  return offerId === 'demo-clube' || choose.chance(0.75) ? 'CREDIT_CARD' : 'BILLET';
};

const endOf = (choose: Chooser, method: PlannedSale['method']): PlannedSale['end'] => {
  switch (method) {
    case 'PIX':
      return choose.chance(0.84) ? 'paid' : 'unpaid';
    case 'CREDIT_CARD':
      return choose.chance(0.88) ? 'paid' : 'refused';
    case 'BILLET':
      return choose.chance(0.6) ? 'paid' : 'unpaid';
  }
};

const saleOf = (choose: Chooser, at: Timestamp): PlannedSale => {
  const offerId = choose.of<PlannedSale['offerId']>([
    'demo-ebook',
    'demo-ebook',
    'demo-ebook',
    'demo-camiseta',
    'demo-clube',
  ]);
  const method = methodOf(choose, offerId);
  const [first, last] = [choose.of(FIRST_NAMES), choose.of(LAST_NAMES)];
  const isSinglePayment = method !== 'CREDIT_CARD' || offerId === 'demo-clube';
  return {
    at,
    offerId,
    method,
    installments: isSinglePayment ? 1 : choose.of([1, 1, 2, 3, 6, 12]),
    orderBumpsIds: offerId === 'demo-ebook' && choose.chance(0.35) ? ['planilha'] : [],
    name: `${first} ${last}`,
    email: `${withoutAccents(first)}.${withoutAccents(last)}${choose.whole(90) + 10}@example.com`,
    end: endOf(choose, method),
  };
};

const salesOf = (choose: Chooser, day: Day): PlannedSale[] => {
  const count = 2 + choose.whole(5);
  const seconds = Array.from({ length: count }, () => 8 * 3_600 + choose.whole(14 * 3_600));
  return seconds
    .toSorted((a, b) => a - b)
    .map((second) => saleOf(choose, addSeconds(startOfDay(day), second)));
};

export interface PlannedDay {
  readonly day: Day;
  readonly sales: readonly PlannedSale[];
}

/** Plans the oldest day first. The same number of days gives the same sales every time. */
export const planDays = (today: Day, days: number): readonly PlannedDay[] => {
  const choose = chooser(createRandom(20_261_120));
  return Array.from({ length: days }, (_, index) => {
    const day = addDays(today, index - days);
    return { day, sales: salesOf(choose, day) };
  });
};
