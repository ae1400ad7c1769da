import { useId, useState } from 'react';
import type { AcquirerShown } from '#/api/contract/acquiring.ts';
import type { Purpose, Route } from '#/domain/acquiring/route.ts';
import { Select } from '#/web/ui/fields/select.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { Segmented } from '#/web/ui/segmented.tsx';
import { useAcquiringTexts } from './acquiring-texts.ts';
import { listAddable, moveLeg, sumOf, removeLeg, withShare, withLeg } from './route-draft.ts';
import { RouteLeg } from './route-leg.tsx';

interface RouteEditorProps {
  readonly purpose: Purpose;
  /** Undefined: the platform's route applies. */
  readonly route: Route | undefined;
  readonly acquirers: readonly AcquirerShown[];
  /** When a seller's route is edited: the platform's route, which the seller's replaces. Undefined otherwise. */
  readonly platformRoute: Route | undefined;
  readonly onChange: (route: Route | undefined) => void;
}

/** A purpose's acquirers, in order of fallback, with their shares. */
export const RouteEditor = (props: RouteEditorProps) => {
  const { purpose, route, platformRoute, onChange } = props;
  const texts = useAcquiringTexts();
  const headingId = useId();
  return (
    <section
      aria-labelledby={headingId}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-lg border border-line p-3 sm:p-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id={headingId} className="text-sm font-semibold">
          {texts.purpose[purpose]}
        </h2>
        {platformRoute && (
          <Segmented
            label={texts.routeOf(texts.purpose[purpose])}
            value={route ? 'own' : 'platform'}
            options={[
              { value: 'platform', label: texts.asPlatform },
              { value: 'own', label: texts.own },
            ]}
            onChange={(kind) => onChange(kind === 'own' ? (route ?? platformRoute) : undefined)}
          />
        )}
      </div>
      {route ? (
        <Legs {...props} route={route} />
      ) : (
        <PlatformRoute {...props} route={platformRoute ?? []} />
      )}
    </section>
  );
};

type WithRoute = RouteEditorProps & { readonly route: Route };

const PlatformRoute = ({ route, acquirers }: WithRoute) => {
  const texts = useAcquiringTexts();
  const { percent } = useFormats();
  const legs = route.map(({ provider, share }) => {
    const label = acquirers.find(({ id }) => id === provider)?.label ?? provider;
    return `${label} ${percent(share / 100)}`;
  });
  return (
    <p className="text-ink-muted">
      {texts.platformRoute(legs.length === 0 ? texts.none : legs.join(', '))}
    </p>
  );
};

const Legs = ({ purpose, route, acquirers, onChange }: WithRoute) => {
  const texts = useAcquiringTexts();
  /** Tells screen readers where a row was moved. */
  const [announcement, setAnnouncement] = useState('');
  const move = (label: string, provider: string, by: -1 | 1) => {
    const next = moveLeg(route, provider, by);
    if (next === route) return;
    const place = next.findIndex((leg) => leg.provider === provider) + 1;
    setAnnouncement(texts.movedTo(label, place, next.length));
    onChange(next);
  };
  return (
    <>
      {route.length === 0 ? (
        <p className="text-ink-muted">
          <strong className="font-semibold text-ink">{texts.none}.</strong>{' '}
          {purpose === 'WITHDRAW' ? texts.noneWithdrawText : texts.noneText}
        </p>
      ) : (
        <ol className="divide-y divide-line border-y border-line">
          {route.map((leg, at) => {
            const acquirer = acquirers.find(({ id }) => id === leg.provider);
            const label = acquirer?.label ?? leg.provider;
            return (
              <RouteLeg
                key={leg.provider}
                purpose={purpose}
                leg={leg}
                place={{ at, of: route.length }}
                acquirer={acquirer}
                onMove={(by) => move(label, leg.provider, by)}
                onShare={(share) => onChange(withShare(route, leg.provider, share))}
                onRemove={() => onChange(removeLeg(route, leg.provider))}
              />
            );
          })}
        </ol>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <AddLeg purpose={purpose} route={route} acquirers={acquirers} onChange={onChange} />
        {route.length > 0 && <Sum route={route} />}
      </div>
    </>
  );
};

const AddLeg = ({ purpose, route, acquirers, onChange }: Omit<WithRoute, 'platformRoute'>) => {
  const texts = useAcquiringTexts();
  const candidates = listAddable(acquirers, purpose, route);
  if (candidates.length === 0) {
    return <p className="text-xs text-ink-faint">{texts.noneToAdd}</p>;
  }
  return (
    <Select
      label={texts.addTo(texts.purpose[purpose])}
      value={null}
      options={[
        { value: null, label: texts.add },
        ...candidates.map(({ id, label }) => ({ value: id, label })),
      ]}
      onChange={(id) => id !== null && onChange(withLeg(route, id))}
    />
  );
};

const Sum = ({ route }: { readonly route: Route }) => {
  const texts = useAcquiringTexts();
  const { percent } = useFormats();
  const sum = sumOf(route);
  const sumText = percent(sum / 100);
  const difference = percent(Math.abs(100 - sum) / 100);
  return (
    <p
      role="status"
      className={sum === 100 ? 'text-ink-muted tabular-nums' : 'text-negative tabular-nums'}
    >
      {sum === 100
        ? texts.sum(sumText)
        : sum < 100
          ? texts.sumLow(sumText, difference)
          : texts.sumHigh(sumText, difference)}
    </p>
  );
};
