import { useQuery } from '@tanstack/react-query';
import type { Acquiring } from '#/api/contract/acquiring.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText } from '#/web/lib/rpc.ts';
import { Answer } from '#/web/ui/answer.tsx';
import { Button } from '#/web/ui/button.tsx';
import { useAcquiringTexts } from './acquiring-texts.ts';
import { sellerRoutesQuery } from './acquiring-queries.ts';
import { isSameDraft, isSound, purposes, withoutNone } from './route-draft.ts';
import type { RoutesDraft } from './route-draft.ts';
import { RouteEditor } from './route-editor.tsx';
import { SellerChoice } from './seller-choice.tsx';
import { SuspensionLimits } from './suspension-limits.tsx';
import { useSaveRoutes } from './use-save-routes.ts';

interface RoutesTabProps {
  readonly acquiring: Acquiring;
  readonly sellerId: string | undefined;
  readonly onSeller: (sellerId: string | undefined) => void;
  readonly listsSellers: boolean;
  /** Undefined until the user changes something. */
  readonly draft: RoutesDraft | undefined;
  readonly onDraft: (draft: RoutesDraft | undefined) => void;
}

/** The routes of the platform, or of one seller who has routes of their own. */
export const RoutesTab = (props: RoutesTabProps) => {
  const { acquiring, sellerId, onSeller, listsSellers } = props;
  const texts = useAcquiringTexts();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <SellerChoice sellerId={sellerId} onSeller={onSeller} listsSellers={listsSellers} />
      <p className="max-w-3xl text-ink-muted">
        {texts.routeText} {sellerId !== undefined && texts.sellerText}
      </p>
      <Restrictions acquiring={acquiring} />
      {sellerId === undefined ? (
        <RoutesForm {...props} saved={acquiring} />
      ) : (
        <SellerRoutes key={sellerId} {...props} sellerId={sellerId} />
      )}
    </div>
  );
};

/** Says what masters have switched off for the platform: production, or payment methods. No route can switch it on. */
const Restrictions = ({
  acquiring: { isInProduction, methods },
}: Pick<RoutesTabProps, 'acquiring'>) => {
  const texts = useAcquiringTexts();
  const off = purposes.filter((purpose) => !methods.includes(purpose));
  const said = [
    ...(isInProduction ? [] : [texts.notInProduction]),
    ...(off.length === 0
      ? []
      : [texts.methodsOff(off.map((each) => texts.purpose[each]).join(', '))]),
  ];
  if (said.length === 0) return null;
  return (
    <div className="grid gap-1 rounded-md bg-warning-soft p-3 text-warning">
      {said.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  );
};

const SellerRoutes = (props: RoutesTabProps & { readonly sellerId: string }) => {
  const result = useQuery(sellerRoutesQuery(props.sellerId));
  return (
    <Answer query={result} lines={6}>
      {({ routes }) => <RoutesForm {...props} saved={{ routes }} />}
    </Answer>
  );
};

const RoutesForm = (props: RoutesTabProps & { readonly saved: RoutesDraft }) => {
  const { acquiring, sellerId, draft, onDraft } = props;
  const { acquirers } = acquiring;
  const saved = { ...props.saved, routes: withoutNone(props.saved.routes) };
  const { routes, stepAside } = draft ?? saved;
  const change = (part: Partial<RoutesDraft>) => {
    const next = { routes, ...(stepAside && { stepAside }), ...part };
    onDraft(isSameDraft(next, saved) ? undefined : next);
  };
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-2">
        {purposes.map((purpose) => (
          <RouteEditor
            key={purpose}
            purpose={purpose}
            route={routes[purpose]}
            acquirers={acquirers}
            platformRoute={sellerId === undefined ? undefined : acquiring.routes[purpose]}
            onChange={(route) => change({ routes: { ...routes, [purpose]: route } })}
          />
        ))}
      </div>
      {stepAside && (
        <SuspensionLimits limits={stepAside} onChange={(next) => change({ stepAside: next })} />
      )}
      <SaveBar {...props} isSound={isSound(draft ?? saved, acquirers)} />
    </>
  );
};

type SaveBarProps = Pick<RoutesTabProps, 'sellerId' | 'draft' | 'onDraft'> & {
  readonly isSound: boolean;
};

const SaveBar = ({ sellerId, draft, onDraft, isSound: mayBeSaved }: SaveBarProps) => {
  const texts = useAcquiringTexts();
  const language = useLanguage();
  const { save, isPending, error } = useSaveRoutes(sellerId);
  const isChanged = draft !== undefined;
  return (
    <div className="sticky bottom-0 -mx-5 -mb-5 border-t border-line bg-surface px-5 py-3">
      <div role="alert" className="mb-2 text-negative empty:hidden">
        {error && isChanged && failureText(error, language)}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p role="status" className={mayBeSaved ? 'text-ink-muted' : 'text-negative'}>
          {isChanged && (mayBeSaved ? texts.unsaved : texts.unsound)}
        </p>
        <div className="flex gap-2">
          <Button disabled={!isChanged || isPending} onClick={() => onDraft(undefined)}>
            {texts.discard}
          </Button>
          <Button
            kind="primary"
            disabled={!isChanged || !mayBeSaved}
            pending={isPending}
            onClick={() => draft && save(draft, () => onDraft(undefined))}
          >
            {texts.save}
          </Button>
        </div>
      </div>
    </div>
  );
};
