import { use } from 'react';
import { actorKindOf } from '#/domain/actor.ts';
import type { KnownCause } from '#/domain/known-causes.ts';
import { recordTexts as portuguese, type RecordTexts } from '#/web/i18n/pt-br/record.ts';
import { useLanguage } from '#/web/lib/i18n.ts';

let loadingEnglish: Promise<RecordTexts> | undefined;

const fetchEnglish = async (): Promise<RecordTexts> =>
  (await import('#/web/i18n/en/record.ts')).recordTexts;

const english = (): Promise<RecordTexts> => (loadingEnglish ??= fetchEnglish());

/** Apart from the other texts, because only opened details speak of the record. */
export const useRecordTexts = (): RecordTexts =>
  useLanguage() === 'pt' ? portuguese : use(english());

/** Who acted, by kind: who exactly stands under the technical details of the audit. */
export const actorText = (actor: string, texts: RecordTexts): string => {
  const kind = actorKindOf(actor);
  return kind === undefined ? actor : texts.actor[kind];
};

/** A reason that is a machine word, and not an acquirer's own text. */
export const isKnownCause = (cause: string): cause is KnownCause =>
  Object.hasOwn(portuguese.cause, cause);

/** One word with a digit or an underscore in it (`51`, `card_declined`): nobody can read it without being told what it is. */
const CODE = /^(?:(?=\S*\d)[\w.-]+|[a-z]+(?:_[a-z]+)+)$/i;

/** Why something came to nothing: known reasons in words, codes named as such, an acquirer's text as it gave it. */
export const causeText = (cause: string, texts: RecordTexts): string =>
  isKnownCause(cause) ? texts.cause[cause] : CODE.test(cause) ? texts.acquirerCode(cause) : cause;
