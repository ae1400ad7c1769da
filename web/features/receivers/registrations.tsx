import { Link } from '@tanstack/react-router';
import { toast } from '#/web/lib/toast.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText } from '#/web/lib/rpc.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Button } from '#/web/ui/button.tsx';
import { Card } from '#/web/ui/card.tsx';
import { RegistrationBadge, RegistrationCause } from './receiver-badges.tsx';
import type { Registration, ReviewedReceiver } from './receiver-queries.ts';
import { useReceiverTexts } from './receiver-texts.ts';
import { useReviewTexts } from './review-texts.ts';

/** Whether a registration has certainly failed, so that staff may start another one. */
const isOver = ({ status, waits }: Registration): boolean =>
  (status === 'REFUSED' || status === 'REJECTED') && !waits;

/** The acquirers at which the seller is registered, and those at which they could be. */
export const Registrations = ({
  registrations,
  acquirers,
  sellerId,
  mayRegister,
  mayDecide,
}: Pick<ReviewedReceiver, 'registrations' | 'acquirers' | 'sellerId'> &
  MayRegister &
  MayDecide) => {
  const texts = useReceiverTexts();
  const review = useReviewTexts();
  const free = acquirers.filter(
    ({ provider }) => !registrations.some((each) => each.provider === provider && !isOver(each)),
  );
  return (
    <Card title={texts.registrations}>
      <div className="grid gap-4">
        {registrations.map((registration) => (
          <Registered
            key={registration.provider}
            {...registration}
            sellerId={sellerId}
            mayDecide={mayDecide}
          />
        ))}
        {!mayRegister && free.length > 0 && (
          <p className="text-ink-muted">{review.registerNotAllowed}</p>
        )}
        {(mayRegister ? free : []).map(({ provider, label }) => (
          <Register key={provider} provider={provider} label={label} sellerId={sellerId} />
        ))}
        {acquirers.length === 0 && <p className="text-ink-muted">{review.noAcquirers}</p>}
      </div>
    </Card>
  );
};

export interface MayRegister {
  readonly mayRegister: boolean;
}

export interface MayDecide {
  /** Whether the page of open cases is open to this member of staff. */
  readonly mayDecide: boolean;
}

interface OfSeller {
  readonly sellerId: string;
}

const Register = ({
  provider,
  label,
  sellerId,
}: OfSeller & ReviewedReceiver['acquirers'][number]) => {
  const review = useReviewTexts();
  const language = useLanguage();
  const write = useWrite('admin.registerReceiver');
  const register = () =>
    write.mutate({ sellerId, provider }, { onSuccess: () => toast.success(review.registerAsked) });
  return (
    <div className="grid gap-1">
      <Button kind="primary" pending={write.isPending} onClick={register}>
        {review.register(label)}
      </Button>
      <div role="alert" className="text-xs text-negative empty:hidden">
        {write.error && failureText(write.error, language)}
      </div>
    </div>
  );
};

const Registered = (props: OfSeller & MayDecide & Registration) => {
  const { sellerId, mayDecide, ...registration } = props;
  const review = useReviewTexts();
  const language = useLanguage();
  const readBack = useWrite('admin.readBackReceiver');
  const { provider, label, status, text, cause, providerReceiverId } = registration;
  const { registrationId, waits } = registration;
  const ask = () =>
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
          <Button size="small" pending={readBack.isPending} onClick={ask}>
            {review.readBack}
          </Button>
        </div>
      )}
      {waits && <Waits registrationId={registrationId} mayDecide={mayDecide} />}
    </section>
  );
};

/** Says that two members of staff must decide how the registration ended, and links to the case. */
const Waits = ({ registrationId, mayDecide }: MayDecide & Pick<Registration, 'registrationId'>) => {
  const review = useReviewTexts();
  return (
    <p className="text-ink-muted">
      {review.waits}{' '}
      {mayDecide && (
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
