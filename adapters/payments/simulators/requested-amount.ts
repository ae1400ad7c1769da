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

/** The place, with `*` for each index in a list: equal for the same field of all items. */
const fieldOfItems = ({ place }: PlacedScalar): string =>
  placeOf({ place: place.map((part) => (typeof part === 'number' ? '*' : part)) });

const parentOf = ({ place }: PlacedScalar): string => placeOf({ place: place.slice(0, -1) });

const quantityOf = (price: PlacedScalar, scalars: readonly PlacedScalar[]): number => {
  const quantity = scalars.find(
    (scalar) =>
      /^(?:quantity|quantidade|qty)$/.test(scalar.key) && parentOf(scalar) === parentOf(price),
  );
  return Number(quantity?.value ?? 1);
};

/**
 * Returns the amount of the received request: the value of the field that has the amount in the case. If that field belongs to a
 * list of items, the sum of their prices. Undefined if there is no such field.
 */
export const amountOf = ({ step, pairs, scalars }: Match, unit: AmountUnit): Cents | undefined => {
  const [outermost] = pairs
    .filter(({ sample }) => step.amount !== undefined && read(unit, sample.value) === step.amount)
    .toSorted((a, b) => a.sample.place.length - b.sample.place.length);
  if (outermost === undefined) return undefined;
  const { sample, received } = outermost;
  if (!isListed(sample)) return read(unit, received);
  const prices = scalars.filter((scalar) => fieldOfItems(scalar) === fieldOfItems(sample));
  const parts = prices.map((price) => (read(unit, price.value) ?? 0) * quantityOf(price, scalars));
  const sum = parts.reduce((total, part) => total + part, 0);
  return Number.isSafeInteger(sum) ? cents(sum) : undefined;
};
