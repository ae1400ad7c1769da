import type { PaymentMethod } from '#/domain/ports/charge.ts';
import { isIdAt, type Step } from './steps.ts';
import { scalarsOf, placeOf, type PlacedScalar, type Scalar } from './json-scalars.ts';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: unknown;
}

export interface Match {
  readonly step: Step;
  /** Ids of the case → those of the request. */
  readonly captured: ReadonlyMap<string, string>;
  /** The scalars of the case's request (`sample`) for which the received request has a value at the same place (`received`). */
  readonly pairs: readonly { readonly sample: PlacedScalar; readonly received: Scalar }[];
  readonly scalars: readonly PlacedScalar[];
  readonly similarity: number;
  readonly isExact: boolean;
}

const segments = (path: string): readonly string[] =>
  path.split('/').map((segment) => decodeURIComponent(segment));

/** Returns the ids of the case's path with those of the received path; undefined when the paths differ in more than ids. */
const matchPath = ({ request, ids }: Step, path: string): Map<string, string> | undefined => {
  const [sample, received] = [segments(request.path), segments(path)];
  if (sample.length !== received.length) return undefined;
  const captured = new Map<string, string>();
  for (const [index, segment] of sample.entries()) {
    const other = received[index] ?? '';
    if (ids.has(segment)) captured.set(segment, other);
    else if (segment !== other) return undefined;
  }
  return captured;
};

export const matchOf = (step: Step, received: ReceivedRequest): Match | undefined => {
  if (step.request.method !== received.method) return undefined;
  const captured = matchPath(step, received.path);
  if (captured === undefined) return undefined;
  const scalars = scalarsOf({ body: received.body, query: received.query });
  const byPlace = new Map(scalars.map((scalar) => [placeOf(scalar), scalar.value]));
  const pairs = step.scalars.flatMap((sample) => {
    const value = byPlace.get(placeOf(sample));
    return value === undefined ? [] : [{ sample, received: value }];
  });
  for (const { sample, received: value } of pairs) {
    if (isIdAt(step.ids, sample)) captured.set(String(sample.value), String(value));
  }
  for (const [name, value] of Object.entries(step.request.headers ?? {})) {
    const header = received.headers[name];
    if (step.ids.has(value) && header !== undefined) captured.set(value, header);
  }
  const equal = pairs.filter(
    ({ sample, received: value }) => String(sample.value) === String(value),
  ).length;
  const isSame = equal === step.scalars.length && equal === scalars.length;
  return {
    step,
    captured,
    pairs,
    scalars,
    similarity: equal + 2 * pairs.length - step.scalars.length - scalars.length,
    isExact: isSame && [...captured].every(([caseId, id]) => caseId === id),
  };
};

const RANK: Readonly<Record<Step['outcome'], number>> = {
  success: 0,
  declined: 1,
  nothing: 2,
  failure: 2,
};

/** Exact matches first, then successes. */
const rankOf = ({ step, isExact }: Match): number => RANK[step.outcome] - (isExact ? 10 : 0);

const isWord = (value: Scalar): value is string =>
  typeof value === 'string' && /^[a-z_]+$/i.test(value);

/** For each field of the request, the payment method of each of its words in the cases; undefined for a word that several methods have. */
const methodWords = (matches: readonly Match[]) => {
  const places = new Map<string, Map<string, PaymentMethod | undefined>>();
  for (const { step } of matches) {
    const { paymentMethod, scalars } = step;
    for (const scalar of paymentMethod === undefined ? [] : scalars) {
      if (!isWord(scalar.value)) continue;
      const words = places.get(placeOf(scalar)) ?? new Map<string, PaymentMethod | undefined>();
      const method = words.has(scalar.value) ? words.get(scalar.value) : paymentMethod;
      words.set(scalar.value, method === paymentMethod ? method : undefined);
      places.set(placeOf(scalar), words);
    }
  }
  return places;
};

/** The method that the request names, read from a field whose word differs by method in the cases. */
const requestedMethod = (matches: readonly Match[]): PaymentMethod | undefined => {
  const places = methodWords(matches);
  const requested = (matches[0]?.scalars ?? []).flatMap((scalar) => {
    const words = places.get(placeOf(scalar));
    const methods = new Set(words?.values());
    if (words === undefined || methods.size < 2 || methods.has(undefined)) return [];
    return words.get(String(scalar.value)) ?? [];
  });
  return requested[0];
};

export const matchesOf = (steps: readonly Step[], received: ReceivedRequest): readonly Match[] => {
  const matches = steps.flatMap((step) => matchOf(step, received) ?? []);
  const method = requestedMethod(matches);
  return matches
    .filter(({ step: { paymentMethod = method } }) => paymentMethod === method || !method)
    .toSorted((a, b) => rankOf(a) - rankOf(b) || b.similarity - a.similarity);
};
