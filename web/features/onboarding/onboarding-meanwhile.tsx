import { translateCode } from '#/web/i18n/texts.ts';
import { DiffTable } from '#/web/ui/diff-table.tsx';
import { MeanwhileNotice } from '#/web/ui/meanwhile-notice.tsx';
import type { OnboardingDifference } from './onboarding-form.ts';
import { useOnboardingTexts } from './onboarding-texts.ts';

interface OnboardingMeanwhileProps {
  readonly changes: readonly OnboardingDifference[];
}

/** Tells what others changed while this user was editing. */
export const OnboardingMeanwhile = ({ changes }: OnboardingMeanwhileProps) => {
  const { registration, version, terms, modes, edited } = useOnboardingTexts();
  if (changes.length === 0) return null;
  const textOf = (path: OnboardingDifference['path'], value: string): string =>
    path === 'registration' ? translateCode(modes, value) : value;
  const places = { registration, version, text: terms };
  const rows = changes.map((change, at) => ({
    key: `${at} ${change.path}`,
    place: places[change.path],
    before: textOf(change.path, change.before),
    after: textOf(change.path, change.after),
  }));
  return (
    <MeanwhileNotice title={edited.title}>
      <DiffTable rows={rows} texts={edited.columns} />
      <p>{edited.text}</p>
    </MeanwhileNotice>
  );
};
