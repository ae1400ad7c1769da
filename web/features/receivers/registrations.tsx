import { useState } from 'react';
import { toast } from '#/web/lib/toast.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText } from '#/web/lib/rpc.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Button } from '#/web/ui/button.tsx';
import { Card } from '#/web/ui/card.tsx';
import { lazyDialog } from '#/web/ui/lazy-dialog.tsx';
import { RegistrationBadge, RegistrationCause } from './receiver-badges.tsx';
import type { ReasonValues } from './reason-form.ts';
import type { Registration, ReviewedReceiver } from './receiver-queries.ts';
import { useReceiverTexts } from './receiver-texts.ts';
import { useReviewTexts } from './review-texts.ts';

const { Dialog: ReasonDialog, near } = lazyDialog(() => import('./reason-dialog.tsx'));

/** Whether a registration has failed, so that staff may start another one. */
const isOver = ({ status }: Registration): boolean => status === 'REFUSED' || status === 'REJECTED';

/** The acquirers at which the seller is registered, and those at which they could be. */
export const Registrations = ({
  registrations,
  acquirers,
  sellerId,
  mayRegister,
}: Pick<ReviewedReceiver, 'registrations' | 'acquirers' | 'sellerId'> & MayRegister) => {
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
            mayRegister={mayRegister}
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

const Registered = (props: OfSeller & MayRegister & Registration) => {
  const { sellerId, mayRegister, ...registration } = props;
  const review = useReviewTexts();
  const language = useLanguage();
  const readBack = useWrite('admin.readBackReceiver');
  const { provider, label, status, text, cause, providerReceiverId } = registration;
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
          {status === 'UNANSWERED' && mayRegister && (
            <Conclude sellerId={sellerId} provider={provider} label={label} />
          )}
        </div>
      )}
    </section>
  );
};

/** Lets staff enter the outcome of a registration after they asked the acquirer, if the system cannot find it out. */
const Conclude = ({
  sellerId,
  provider,
  label,
}: OfSeller & Pick<Registration, 'provider' | 'label'>) => {
  const review = useReviewTexts();
  const write = useWrite('admin.concludeReceiverRegistration');
  const [isOpen, setOpen] = useState(false);
  const open = () => {
    // Clears the failure of an earlier attempt.
    if (!write.isPending) write.reset();
    setOpen(true);
  };
  const conclude = ({ reason, providerReceiverId }: ReasonValues) =>
    write.mutate(
      { sellerId, provider, providerReceiverId: providerReceiverId || null, reason },
      {
        onSuccess: () => {
          setOpen(false);
          toast.success(review.concluded);
        },
      },
    );
  return (
    <>
      <Button {...near} size="small" onClick={open}>
        {review.conclude}
      </Button>
      <ReasonDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={review.concludeTitle(label)}
        text={review.concludeText}
        submit={review.conclude}
        label={review.concludeReason}
        kind="primary"
        write={write}
        onValues={conclude}
        asksId
      />
    </>
  );
};
