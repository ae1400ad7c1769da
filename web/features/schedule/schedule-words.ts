import type { DestinationItem } from '#/api/contract/payouts.ts';
import type { Schedule } from '#/api/contract/schedule.ts';
import type { ScheduleTexts } from '#/web/i18n/pt-br/payouts/schedule.ts';

/** What a schedule's sentence needs of the PIX key. */
export type NamedKey = Pick<DestinationItem, 'pixType' | 'pixKey' | 'holderName'>;

const keyText = (key: NamedKey | undefined, texts: ScheduleTexts): string => {
  if (key === undefined) return texts.removedKey;
  const { pixType, pixKey, holderName } = key;
  if (pixKey === null) return texts.erasedKey;
  const keyName = `${texts.keys[pixType]} ${pixKey}`;
  return holderName === null ? keyName : `${keyName} ${texts.of(holderName)}`;
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
 * `Toda sexta-feira, a partir de R$ 100,00, para a chave CPF ***.982.247-**`
 * @param key undefined: the seller has removed it
 */
export const scheduleWords = (
  { every, minimum }: Pick<Schedule, 'every' | 'minimum'>,
  key: NamedKey | undefined,
  texts: ScheduleTexts,
  money: (cents: number) => string,
): string => texts.sentence(everyText(every, texts.every), money(minimum), keyText(key, texts));

/** The schedule's PIX key; undefined once the seller has removed it. */
export const keyOf = (
  { destinationId }: Pick<Schedule, 'destinationId'>,
  destinations: readonly DestinationItem[],
): DestinationItem | undefined => destinations.find((each) => each.destinationId === destinationId);

/** Why a schedule pays nothing now; undefined while its key is approved. */
export const lostKey = (
  key: Pick<DestinationItem, 'status'> | undefined,
): keyof ScheduleTexts['lost'] | undefined => {
  if (key === undefined) return 'REMOVED';
  return key.status === 'APPROVED' ? undefined : key.status;
};
