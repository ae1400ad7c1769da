import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import type { PurchaseOutput } from '#/api/contract/checkout.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { ConnectionLost, failureText, mutate } from '#/web/lib/rpc.ts';
import { sessionValue } from '#/web/lib/session-value.ts';
import { clearToasts, showToast } from '#/web/ui/native/toaster.tsx';
import type { BuyerForm } from './buyer-form.ts';
import { useCheckout } from './checkout-context.ts';
import { keepUpsellToken, markPurchase } from './cookies.ts';
import { formDraft } from './draft.ts';
import { buyOnce } from './purchase-attempt.ts';
import type { PurchaseAttempt } from './purchase-attempt.ts';
import { purchaseRequest } from './purchase-request.ts';
import { useTexts } from './texts.ts';
import { CardNotTaken, NoGateway, tokenizeCard } from './tokenize-card.ts';

export type PurchaseFailure =
  | { readonly kind: 'card-refused' }
  | { readonly kind: 'offline' }
  | { readonly kind: 'failed'; readonly text: string };

/** A page that comes out of the back-forward cache must not still say that it is busy. */
const useBackAgain = (reset: () => void): void => {
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && reset();
    addEventListener('pageshow', onPageShow);
    return () => removeEventListener('pageshow', onPageShow);
  }, [reset]);
};

const useBuy = () => {
  const { checkout, query } = useCheckout();
  const language = useLanguage();
  return (form: BuyerForm): Promise<PurchaseOutput> => {
    markPurchase(checkout.id);
    const referrer = document.referrer;
    return buyOnce(purchaseRequest(form, { checkout, language, query, referrer }), {
      pending: sessionValue<PurchaseAttempt>(`purchase:${checkout.id}`),
      complete: async (request) =>
        request.creditCard
          ? {
              ...request,
              creditCard: { ...request.creditCard, token: await tokenizeCard(checkout, form) },
            }
          : request,
      send: ({ request, idempotencyKey }) =>
        mutate('checkout.purchase', request, { idempotencyKey }),
    });
  };
};

/** Everything that the Buy button does, and what came of it (spec 1 §4 *Submission*, §8). */
export const usePurchase = () => {
  const texts = useTexts();
  const language = useLanguage();
  const { checkout, query } = useCheckout();
  const { setValue } = useFormContext<BuyerForm>();
  const [failure, setFailure] = useState<PurchaseFailure>();

  const fail = (error: unknown): void => {
    if (error instanceof NoGateway) {
      showToast(texts.noGateway);
      setFailure({ kind: 'failed', text: texts.noGateway });
    } else if (error instanceof ConnectionLost || error instanceof TypeError) {
      showToast(texts.offline);
      setFailure({ kind: 'offline' });
    } else {
      showToast(texts.refused);
      const text = error instanceof CardNotTaken ? texts.cardNotTaken : undefined;
      setFailure({ kind: 'failed', text: text ?? failureText(error, language) });
    }
  };

  const succeed = (output: PurchaseOutput): void => {
    const { method, status, paymentId, upsellToken, cardRefusal } = output;
    if (method === 'CREDIT_CARD' && status === 'REJECTED') {
      showToast(texts.cardRefused);
      setFailure(
        cardRefusal === null ? { kind: 'card-refused' } : { kind: 'failed', text: cardRefusal },
      );
      setValue('cardCvv', '');
      return;
    }
    keepUpsellToken(upsellToken);
    // An unpaid PIX or boleto may have to be made again; what was typed is still needed then.
    if (status === 'APPROVED') formDraft(checkout.id).forget();
    location.assign(`/checkout/payment/${paymentId}${query && `?${query}`}`);
  };

  const mutation = useMutation({ mutationFn: useBuy(), onSuccess: succeed, onError: fail });
  useBackAgain(mutation.reset);
  const isLeaving = mutation.isSuccess && failure === undefined;
  return {
    submit: (form: BuyerForm) => {
      clearToasts();
      setFailure(undefined);
      mutation.mutate(form);
    },
    /** Stays on while the payment page loads. */
    isBusy: mutation.isPending || isLeaving,
    isLeaving,
    failure,
    clearFailure: () => setFailure(undefined),
  };
};
