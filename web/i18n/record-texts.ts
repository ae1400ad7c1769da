import { actorKindOf } from '#/domain/values/actor.ts';
import type { KnownCause } from '#/domain/aggregates/known-causes.ts';
import { recordTexts, type RecordTexts } from '#/web/i18n/pt-br/record.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** Separate from the other texts, because only opened details need them. */
export const useRecordTexts = makeTexts(
  recordTexts,
  async () => (await import('#/web/i18n/en/record.ts')).recordTexts,
);

/** Returns the kind of actor as text; the actor's identity is under the technical details of the audit. */
export const actorText = (actor: string, texts: RecordTexts): string => {
  const kind = actorKindOf(actor);
  return kind === undefined ? actor : texts.actor[kind];
};

/** Whether a reason is one of our codes, not an acquirer's own text. */
export const isKnownCause = (cause: string): cause is KnownCause =>
  Object.hasOwn(recordTexts.cause, cause);

/** One word with a digit or an underscore (`51`, `card_declined`): it is labelled, so that readers recognise a code. */
const CODE = /^(?:(?=\S*\d)[\w.-]+|[a-z]+(?:_[a-z]+)+)$/i;

/** Returns the text of a reason: known reasons in words, codes labelled as codes, an acquirer's text unchanged. */
export const causeText = (cause: string, texts: RecordTexts): string =>
  isKnownCause(cause) ? texts.cause[cause] : CODE.test(cause) ? texts.acquirerCode(cause) : cause;
