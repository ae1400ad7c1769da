import { ArrowDown, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AcquirerShown } from '#/api/contract/acquiring.ts';
import type { Purpose, Route } from '#/domain/acquiring/route.ts';
import { Badge } from '#/web/ui/badge.tsx';
import { buttonClass } from '#/web/ui/button.tsx';
import { classNames } from '#/web/ui/style/class-names.ts';
import { TextInput } from '#/web/ui/fields/field.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { useAcquiringTexts } from './acquiring-texts.ts';
import { wholeNumberUpTo } from './route-draft.ts';

interface RouteLegProps {
  readonly purpose: Purpose;
  readonly leg: Route[number];
  readonly place: { readonly at: number; readonly of: number };
  /** Undefined if no acquirer has the provider id of the leg. */
  readonly acquirer: AcquirerShown | undefined;
  readonly onMove: (by: -1 | 1) => void;
  readonly onShare: (share: number) => void;
  readonly onRemove: () => void;
}

/** One acquirer of a route: its place, share and health. */
export const RouteLeg = (props: RouteLegProps) => {
  const { leg, place, acquirer, onMove, onShare, onRemove } = props;
  const texts = useAcquiringTexts();
  const label = acquirer?.label ?? leg.provider;
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1.5 py-2">
      <span aria-hidden className="w-4 text-ink-faint tabular-nums">
        {place.at + 1}
      </span>
      <div className="flex min-w-0 flex-1 basis-36 flex-wrap items-center gap-1.5">
        <span className="font-medium">{label}</span>
        <Eligibility {...props} />
      </div>
      <div className="ml-auto flex items-center gap-0.5">
        <TextInput
          aria-label={texts.share(label)}
          inputMode="numeric"
          autoComplete="off"
          className="w-14! text-right tabular-nums"
          value={leg.share}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => onShare(wholeNumberUpTo(target.value, 100))}
        />
        <span aria-hidden className="mr-1 text-ink-faint">
          %
        </span>
        <LegButton
          label={texts.moveUp(label)}
          isEnd={place.at === 0}
          onClick={() => onMove(-1)}
          icon={<ArrowDown aria-hidden className="size-4 rotate-180" />}
        />
        <LegButton
          label={texts.moveDown(label)}
          isEnd={place.at === place.of - 1}
          onClick={() => onMove(1)}
          icon={<ArrowDown aria-hidden className="size-4" />}
        />
        <LegButton
          label={texts.remove(label)}
          onClick={onRemove}
          icon={<X aria-hidden className="size-4" />}
        />
      </div>
    </li>
  );
};

interface LegButtonProps {
  readonly label: string;
  readonly isEnd?: boolean;
  readonly onClick: () => void;
  readonly icon: ReactNode;
}

/** Stays focusable at the list's ends, so that keyboard users do not lose the focus. */
const LegButton = ({ label, isEnd = false, onClick, icon }: LegButtonProps) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    aria-disabled={isEnd || undefined}
    onClick={onClick}
    className={classNames(buttonClass('quiet'), 'size-control-small! p-0!', isEnd && 'opacity-40')}
  >
    {icon}
  </button>
);

const Eligibility = ({ purpose, leg, acquirer }: RouteLegProps) => {
  const texts = useAcquiringTexts();
  const { dateTimeExact } = useFormats();
  if (acquirer?.connected !== true) return <Badge tone="negative">{texts.unconnected}</Badge>;
  const isUnprovable = acquirer.unprovable.includes(purpose);
  if (isUnprovable && purpose !== 'WITHDRAW') return <Unprovable purpose={purpose} />;
  if (!isUnprovable && !acquirer.purposes.includes(purpose)) {
    return <Badge tone="negative">{texts.doesNotDo}</Badge>;
  }
  const suspension = acquirer.health.find((health) => health.purpose === purpose)?.aside;
  return (
    <>
      {isUnprovable && <Unprovable purpose={purpose} />}
      {leg.share === 0 && <Badge tone="neutral">{texts.reserve}</Badge>}
      {suspension && (
        <Badge tone="warning">{texts.suspendedUntil(dateTimeExact(suspension.until))}</Badge>
      )}
    </>
  );
};

/** An acquirer that cannot be asked how a request ended. Charges skip it; payouts of a saved route still go there. */
const Unprovable = ({ purpose }: Pick<RouteLegProps, 'purpose'>) => {
  const texts = useAcquiringTexts();
  const [tone, badge, why] =
    purpose === 'WITHDRAW'
      ? (['warning', texts.payoutsUnprovable, texts.payoutsUnprovableText] as const)
      : (['negative', texts.unprovable, texts.unprovableText(texts.purpose[purpose])] as const);
  return (
    <>
      <Badge tone={tone}>{badge}</Badge>
      <p className="basis-full text-xs text-ink-muted">{why}</p>
    </>
  );
};
