import { actorKindOf } from '#/domain/values/actor.ts';
import type { KnownCause } from '#/domain/aggregates/known-causes.ts';
import { recordTexts, type RecordTexts } from '#/web/i18n/pt-br/record.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** A dictionary of its own: few pages need it. */
export const useRecordTexts = makeTexts(
  recordTexts,
  async () => (await import('#/web/i18n/en/record.ts')).recordTexts,
);

/** The kind of actor; the identity is under the technical details. */
export const actorText = (actor: string, texts: RecordTexts): string => {
  const kind = actorKindOf(actor);
  return kind === undefined ? actor : texts.actor[kind];
};

/** One of our codes, not an acquirer's text. */
export const isKnownCause = (cause: string): cause is KnownCause =>
  Object.hasOwn(recordTexts.cause, cause);

/** A word with a digit or an underscore (`51`, `card_declined`), labelled as a code. */
const CODE = /^(?:(?=\S*\d)[\w.-]+|[a-z]+(?:_[a-z]+)+)$/i;

/** Known reasons in words, codes labelled, an acquirer's text unchanged. */
export const causeText = (cause: string, texts: RecordTexts): string =>
  isKnownCause(cause) ? texts.cause[cause] : CODE.test(cause) ? texts.acquirerCode(cause) : cause;
