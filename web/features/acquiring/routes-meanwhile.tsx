import { DiffTable } from '#/web/ui/diff-table.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { MeanwhileNotice } from '#/web/ui/meanwhile-notice.tsx';
import type { AcquirerShown } from '#/api/contract/acquiring.ts';
import { useAcquiringTexts } from './acquiring-texts.ts';
import type { RoutesDifference } from './route-draft.ts';
import { useRoutesMeanwhileTexts } from './routes-meanwhile-texts.ts';

interface RoutesMeanwhileProps {
  readonly changes: readonly RoutesDifference[];
  readonly acquirers: readonly AcquirerShown[];
}

/** Tells what others changed while this user was editing. */
const RoutesMeanwhile = ({ changes, acquirers }: RoutesMeanwhileProps) => {
  const texts = useAcquiringTexts();
  const meanwhile = useRoutesMeanwhileTexts();
  const { percent, count } = useFormats();
  const textOf = (value: RoutesDifference['after']): string => {
    if (value === null) return texts.asPlatform;
    if (typeof value === 'number') return count(value);
    const legs = value.map(({ provider, share }) => {
      const label = acquirers.find(({ id }) => id === provider)?.label ?? provider;
      return `${label} ${percent(share / 100)}`;
    });
    return legs.length === 0 ? texts.none : legs.join(', ');
  };
  const placeOf = ({ path }: RoutesDifference): string =>
    path === 'answeredBelow' || path === 'slowerThan' ? texts[path] : texts.purpose[path];
  const rows = changes.map((change, at) => ({
    key: `${at} ${change.path}`,
    place: placeOf(change),
    before: textOf(change.before),
    after: textOf(change.after),
  }));
  return (
    <MeanwhileNotice title={meanwhile.title}>
      <DiffTable rows={rows} texts={meanwhile.changed} />
      <p>{meanwhile.text}</p>
    </MeanwhileNotice>
  );
};

export default RoutesMeanwhile;
