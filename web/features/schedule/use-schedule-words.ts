import type { DestinationItem, Schedule } from '#/api/contract/payouts.ts';
import { useFormats } from '#/web/ui/formats.ts';
import { useScheduleTexts } from './schedule-texts.ts';
import { keyOf, scheduleWords } from './schedule-words.ts';

/** Returns what says a schedule in words, with the PIX key as it is called among these destinations. */
export const useScheduleWords = (
  destinations: readonly DestinationItem[],
): ((schedule: Schedule) => string) => {
  const texts = useScheduleTexts();
  const { money } = useFormats();
  return (schedule) => scheduleWords(schedule, keyOf(schedule, destinations), texts, money);
};
