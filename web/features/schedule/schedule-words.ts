import type { DestinationItem, Schedule } from '#/api/contract/payouts.ts';
import type { ScheduleTexts } from '#/web/i18n/pt-br/payouts/schedule.ts';

/** The PIX key of a schedule, as its words name it. */
export type NamedKey = Pick<DestinationItem, 'pixType' | 'pixKey' | 'holderName'>;

const keyText = (key: NamedKey | undefined, texts: ScheduleTexts): string => {
  if (key === undefined) return texts.removedKey;
  const { pixType, pixKey, holderName } = key;
  if (pixKey === null) return texts.erasedKey;
  const named = `${texts.keys[pixType]} ${pixKey}`;
  return holderName === null ? named : `${named} ${texts.of(holderName)}`;
};

const everyText = (every: Schedule['every'], texts: ScheduleTexts['every']): string => {
  switch (every.unit) {
    case 'DAY':
      return texts.DAY;
    case 'WEEK':
      return texts.WEEK[every.weekday - 1] ?? '';
    case 'MONTH':
      return texts.MONTH(every.day);
  }
};

/**
 * Returns in one phrase when a seller is paid without asking, from what amount on and where, as in `Toda sexta-feira, a partir de
 * R$ 100,00, para a chave CPF ***.982.247-**`.
 * @param key undefined = it was removed
 */
export const scheduleWords = (
  { every, minimum }: Pick<Schedule, 'every' | 'minimum'>,
  key: NamedKey | undefined,
  texts: ScheduleTexts,
  money: (cents: number) => string,
): string => texts.sentence(everyText(every, texts.every), money(minimum), keyText(key, texts));

/** Returns where a schedule pays to; undefined once that was removed. */
export const keyOf = (
  { destinationId }: Pick<Schedule, 'destinationId'>,
  destinations: readonly DestinationItem[],
): DestinationItem | undefined => destinations.find((each) => each.destinationId === destinationId);

/** Why a schedule pays nothing now: the state of its PIX key; undefined while it pays. */
export const lostKey = (
  key: Pick<DestinationItem, 'status'> | undefined,
): keyof ScheduleTexts['lost'] | undefined => {
  if (key === undefined) return 'REMOVED';
  return key.status === 'APPROVED' ? undefined : key.status;
};
