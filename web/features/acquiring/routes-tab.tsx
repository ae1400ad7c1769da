import { useQuery } from '@tanstack/react-query';
import type { Acquiring } from '#/api/contract/acquiring.ts';
import { Answer } from '#/web/ui/answer.tsx';
import { useAcquiringTexts } from './acquiring-texts.ts';
import { sellerRoutesQuery } from './acquiring-queries.ts';
import { purposes, valuesOf } from './route-draft.ts';
import { RoutesForm } from './routes-form.tsx';
import { SellerChoice } from './seller-choice.tsx';

interface RoutesTabProps {
  readonly acquiring: Acquiring;
  readonly sellerId: string | undefined;
  readonly onSeller: (sellerId: string | undefined) => void;
  readonly listsSellers: boolean;
}

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
        <RoutesForm
          {...props}
          saved={{ values: valuesOf(acquiring), revision: acquiring.revision }}
        />
      ) : (
        <SellerRoutes key={sellerId} {...props} sellerId={sellerId} />
      )}
    </div>
  );
};

/** Shows what masters have not allowed the platform: no route can change that. */
const Restrictions = ({
  acquiring: { isInProduction, methods },
}: Pick<RoutesTabProps, 'acquiring'>) => {
  const texts = useAcquiringTexts();
  const off = purposes.filter((purpose) => !methods.includes(purpose));
  return (
    <div className="grid gap-1 rounded-md bg-warning-soft p-3 text-warning empty:hidden">
      {!isInProduction && <p>{texts.notInProduction}</p>}
      {off.length > 0 && (
        <p>{texts.methodsOff(off.map((each) => texts.purpose[each]).join(', '))}</p>
      )}
    </div>
  );
};

const SellerRoutes = (props: RoutesTabProps & { readonly sellerId: string }) => {
  const result = useQuery(sellerRoutesQuery(props.sellerId));
  return (
    <Answer query={result} lines={6}>
      {({ revision, ...recorded }) => (
        <RoutesForm {...props} saved={{ values: valuesOf(recorded), revision }} />
      )}
    </Answer>
  );
};
