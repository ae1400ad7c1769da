import { use } from 'react';
import { actorKindOf } from '#/domain/actor.ts';
import type { KnownCause } from '#/domain/known-causes.ts';
import { recordTexts as portuguese, type RecordTexts } from '#/web/i18n/pt-br/record.ts';
import { useLanguage } from '#/web/lib/i18n.ts';

let loadingEnglish: Promise<RecordTexts> | undefined;

const fetchEnglish = async (): Promise<RecordTexts> =>
  (await import('#/web/i18n/en/record.ts')).recordTexts;

const english = (): Promise<RecordTexts> => (loadingEnglish ??= fetchEnglish());

/** Separate from the other texts, because only opened details need them. */
export const useRecordTexts = (): RecordTexts =>
  useLanguage() === 'pt' ? portuguese : use(english());

/** Returns the kind of actor as text; the actor's identity is under the technical details of the audit. */
export const actorText = (actor: string, texts: RecordTexts): string => {
  const kind = actorKindOf(actor);
  return kind === undefined ? actor : texts.actor[kind];
};

/** Whether a reason is one of our codes, not an acquirer's own text. */
export const isKnownCause = (cause: string): cause is KnownCause =>
  Object.hasOwn(portuguese.cause, cause);

/** One word with a digit or an underscore (`51`, `card_declined`): it is labelled, so that readers know it is a code. */
const CODE = /^(?:(?=\S*\d)[\w.-]+|[a-z]+(?:_[a-z]+)+)$/i;

/** Returns the text of a reason: known reasons in words, codes labelled as codes, an acquirer's text unchanged. */
export const causeText = (cause: string, texts: RecordTexts): string =>
  isKnownCause(cause) ? texts.cause[cause] : CODE.test(cause) ? texts.acquirerCode(cause) : cause;
