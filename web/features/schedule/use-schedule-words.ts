import type { DestinationItem } from '#/api/contract/payouts.ts';
import type { Schedule } from '#/api/contract/schedule.ts';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { useScheduleTexts } from './schedule-texts.ts';
import { keyOf, scheduleWords } from './schedule-words.ts';

export const useScheduleWords = (
  destinations: readonly DestinationItem[],
): ((schedule: Schedule) => string) => {
  const texts = useScheduleTexts();
  const { money } = useFormats();
  return (schedule) => scheduleWords(schedule, keyOf(schedule, destinations), texts, money);
};
