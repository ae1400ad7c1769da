import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { toast } from '#/web/lib/toast.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText } from '#/web/lib/rpc.ts';
import { isOutdated } from '#/web/lib/use-basis.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Button } from '#/web/ui/button.tsx';
import { Card } from '#/web/ui/card.tsx';
import { RegistrationBadge, RegistrationCause } from './receiver-badges.tsx';
import {
  reviewedReceiverQuery,
  type Registration,
  type ReviewedReceiver,
} from './receiver-queries.ts';
import { useReceiverTexts } from './receiver-texts.ts';
import { useReviewTexts } from './review-texts.ts';
import type { ReviewedBasis } from './reviewed-basis.ts';

/** Whether the registration has failed, so that staff may start another. */
const hasFailed = ({ status, waits }: Registration): boolean =>
  (status === 'REFUSED' || status === 'REJECTED') && !waits;

/** The acquirers at which the seller is registered, and those at which staff can register the seller. */
export const Registrations = ({
  registrations,
  acquirers,
  sellerId,
  basis,
  mayRegister,
  mayOpenCases,
}: Pick<ReviewedReceiver, 'registrations' | 'acquirers' | 'sellerId'> &
  OnBasis &
  MayRegister &
  MayOpenCases) => {
  const texts = useReceiverTexts();
  const review = useReviewTexts();
  const registrable = acquirers.filter(
    ({ provider }) => !registrations.some((each) => each.provider === provider && !hasFailed(each)),
  );
  return (
    <Card title={texts.registrations}>
      <div className="grid gap-4">
        {registrations.map((registration) => (
          <RegistrationSection
            key={registration.provider}
            {...registration}
            sellerId={sellerId}
            mayOpenCases={mayOpenCases}
          />
        ))}
        {!mayRegister && registrable.length > 0 && (
          <p className="text-ink-muted">{review.registerNotAllowed}</p>
        )}
        {(mayRegister ? registrable : []).map(({ provider, label }) => (
          <Register
            key={provider}
            provider={provider}
            label={label}
            sellerId={sellerId}
            basis={basis}
          />
        ))}
        {acquirers.length === 0 && <p className="text-ink-muted">{review.noAcquirers}</p>}
      </div>
    </Card>
  );
};

export interface MayRegister {
  readonly mayRegister: boolean;
}

export interface MayOpenCases {
  /** Whether the user may open the page of investigations. */
  readonly mayOpenCases: boolean;
}

interface OfSeller {
  readonly sellerId: string;
}

interface OnBasis {
  /** The details that the user has seen: the server registers no others. */
  readonly basis: ReviewedBasis;
}

const Register = ({
  provider,
  label,
  sellerId,
  basis,
}: OfSeller & OnBasis & ReviewedReceiver['acquirers'][number]) => {
  const review = useReviewTexts();
  const language = useLanguage();
  const client = useQueryClient();
  const write = useWrite('admin.registerReceiver');
  const { saved, previous, moveTo, updateOnConflict } = basis;
  const readNow = (): Promise<ReviewedReceiver> =>
    client.fetchQuery({ ...reviewedReceiverQuery(sellerId), staleTime: 0 });
  const register = () =>
    write.mutate(
      { sellerId, provider, basedOn: saved.revision },
      {
        onSuccess: () => {
          toast.success(review.registerAsked);
          moveTo(saved);
        },
        onError: (failure) => void updateOnConflict(failure, readNow),
      },
    );
  // No text if the page lists the changes.
  const isListed = isOutdated(write.error) && previous !== undefined;
  return (
    <div className="grid gap-1">
      <Button kind="primary" pending={write.isPending} onClick={register}>
        {review.register(label)}
      </Button>
      <div role="alert" className="text-xs text-negative empty:hidden">
        {write.error && !isListed && failureText(write.error, language)}
      </div>
    </div>
  );
};

const RegistrationSection = (props: OfSeller & MayOpenCases & Registration) => {
  const { sellerId, mayOpenCases, ...registration } = props;
  const review = useReviewTexts();
  const language = useLanguage();
  const readBack = useWrite('admin.readBackReceiver');
  const { provider, label, status, text, cause, providerReceiverId } = registration;
  const { registrationId, waits } = registration;
  const readBackNow = () =>
    readBack.mutate(
      { sellerId, provider },
      {
        onSuccess: () => toast.success(review.readBackDone),
        onError: (failure) => toast.error(failureText(failure, language)),
      },
    );
  return (
    <section aria-label={label} className="grid gap-2">
      <div className="flex items-center justify-between gap-2">
        <h3 className="text-sm font-medium">{label}</h3>
        <RegistrationBadge status={status} />
      </div>
      {providerReceiverId !== null && (
        <p className="text-xs break-all text-ink-faint">
          {review.providerReceiverId}: {providerReceiverId}
        </p>
      )}
      <RegistrationCause text={text} cause={cause} />
      {status !== 'REFUSED' && status !== 'REQUESTED' && (
        <div className="flex flex-wrap gap-2">
          <Button size="small" pending={readBack.isPending} onClick={readBackNow}>
            {review.readBack}
          </Button>
        </div>
      )}
      {waits && <Waits registrationId={registrationId} mayOpenCases={mayOpenCases} />}
    </section>
  );
};

/** Two members of staff decide how the registration ended. */
const Waits = ({
  registrationId,
  mayOpenCases,
}: MayOpenCases & Pick<Registration, 'registrationId'>) => {
  const review = useReviewTexts();
  return (
    <p className="text-ink-muted">
      {review.waits}{' '}
      {mayOpenCases && (
        <Link
          to="/admin-root/investigations"
          search={{ case: `registration.${registrationId}` }}
          className="font-medium text-accent hover:underline"
        >
          {review.seeCase}
        </Link>
      )}
    </p>
  );
};
