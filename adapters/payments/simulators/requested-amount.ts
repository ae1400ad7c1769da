import { cents, type Cents } from '#/domain/values/money.ts';
import type { AmountUnit } from '#/adapters/payments/kit/values/amount.ts';
import { placeOf, type PlacedScalar, type Scalar } from './json-scalars.ts';
import type { Match } from './matching.ts';

const read = (unit: AmountUnit, written: Scalar): Cents | undefined => {
  try {
    return typeof written === 'number' || typeof written === 'string'
      ? unit.read(written)
      : undefined;
  } catch {
    return undefined;
  }
};

const isListed = ({ place }: PlacedScalar): boolean =>
  place.some((part) => typeof part === 'number');

/** The place, with `*` for the index in a list. */
const column = ({ place }: PlacedScalar): string =>
  placeOf({ place: place.map((part) => (typeof part === 'number' ? '*' : part)) });

const besideOf = ({ place }: PlacedScalar): string => placeOf({ place: place.slice(0, -1) });

const quantityOf = (price: PlacedScalar, scalars: readonly PlacedScalar[]): number => {
  const quantity = scalars.find(
    (scalar) =>
      /^(?:quantity|quantidade|qty)$/.test(scalar.key) && besideOf(scalar) === besideOf(price),
  );
  return Number(quantity?.value ?? 1);
};

/** Reads the field with the amount in the case; sums up a list of items. */
export const amountOf = ({ step, pairs, scalars }: Match, unit: AmountUnit): Cents | undefined => {
  const [nearest] = pairs
    .filter(({ of }) => step.amount !== undefined && read(unit, of.value) === step.amount)
    .toSorted((a, b) => a.of.place.length - b.of.place.length);
  if (nearest === undefined) return undefined;
  if (!isListed(nearest.of)) return read(unit, nearest.to);
  const prices = scalars.filter((scalar) => column(scalar) === column(nearest.of));
  const parts = prices.map((price) => (read(unit, price.value) ?? 0) * quantityOf(price, scalars));
  const sum = parts.reduce((total, part) => total + part, 0);
  return Number.isSafeInteger(sum) ? cents(sum) : undefined;
};
