import { DiffTable } from '#/web/ui/diff-table.tsx';
import { MeanwhileNotice } from '#/web/ui/meanwhile-notice.tsx';
import type { SavedSetup } from './setup-queries.ts';
import { useSetupTexts } from './setup-texts.ts';
import type { SetupDifference } from './setup-values.ts';

interface SetupMeanwhileProps {
  readonly changes: readonly SetupDifference[];
  readonly offered: SavedSetup['offered'];
}

/** Tells what others changed while this user was editing. */
export const SetupMeanwhile = ({ changes, offered }: SetupMeanwhileProps) => {
  const { setup, edited, history } = useSetupTexts();
  if (changes.length === 0) return null;
  const placeOf = (change: SetupDifference): string => {
    if ('purpose' in change) return `${setup.methods}: ${setup.purpose[change.purpose]}`;
    if (!('provider' in change)) return setup[change.path];
    const { provider } = change;
    const label = offered.find((each) => each.provider === provider)?.label ?? provider;
    return `${setup.providers}: ${label}`;
  };
  const textOf = (isChecked: boolean): string => (isChecked ? edited.yes : edited.no);
  const rows = changes.map((change, at) => ({
    key: `${at} ${change.path}`,
    place: placeOf(change),
    before: textOf(!change.isChecked),
    after: textOf(change.isChecked),
  }));
  return (
    <MeanwhileNotice title={edited.title}>
      <DiffTable rows={rows} texts={history.columns} />
      <p>{edited.text}</p>
    </MeanwhileNotice>
  );
};
