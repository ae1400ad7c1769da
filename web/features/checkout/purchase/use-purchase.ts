import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { PaymentView, PurchaseInput, PurchaseOutput } from '#/api/contract/checkout.ts';
import { storedDeliveryAddress } from '#/web/checkout/page/delivery-address.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { runOneAtATime } from '#/web/lib/run-one-at-a-time.ts';
import { ConnectionLost, failureText, mutate, ProblemError } from '#/web/lib/rpc.ts';
import { clearToasts, showToast } from '#/web/ui/native/toaster.tsx';
import type { BuyerForm } from '#/web/features/checkout/buyer/buyer-form.ts';
import { useCheckout } from '#/web/features/checkout/checkout-context.ts';
import { keepUpsellToken, markPurchase } from '#/web/features/checkout/cookies.ts';
import { deliveryAddressOf } from '#/web/features/checkout/delivery/destination.ts';
import { formDraft, withoutCard } from '#/web/features/checkout/buyer/draft.ts';
import {
  isPaid,
  lastPurchase,
  fetchPayment,
  purchaseMarks,
  compareWithLastPurchase,
} from './last-purchase.ts';
import { buyOnce, pendingAttempt, findResumable } from './purchase-attempt.ts';
import { purchaseRequest } from './purchase-request.ts';
import { useTexts } from '#/web/features/checkout/texts.ts';
import { takeEnteredValues } from '#/web/features/checkout/buyer/use-buyer-form.ts';
import {
  CardNotTaken,
  NoGateway,
  tokenizeCard,
} from '#/web/features/checkout/card/tokenize-card.ts';
import { useOrder } from '#/web/features/checkout/use-order.ts';

export type PurchaseFailure =
  /** The acquirer's text, or null. */
  | { readonly kind: 'card-refused'; readonly text: string | null }
  | { readonly kind: 'offline' }
  /** `above-limit`: the purchase costs more than the shop may take at once, however it is paid. */
  | { readonly kind: 'failed' | 'above-limit'; readonly text: string };

type Stage =
  | { readonly kind: 'ready' | 'busy' }
  /** The payment page is loading. */
  | { readonly kind: 'leaving'; readonly paymentId: string }
  | { readonly kind: 'failed'; readonly failure: PurchaseFailure }
  /** The buyer must choose to buy again. */
  | { readonly kind: 'paid'; readonly payment: PaymentView };

/** After this the payment page is assumed not to load. */
const LEAVES_WITHIN_MILLISECONDS = 15_000;

const READY: Stage = { kind: 'ready' };

/**
 * `bought`: the payment to show; `output` is absent if another tab or an earlier press made it. `paidBefore`: an earlier payment, with
 * which the buyer is asked whether to buy again.
 */
type Outcome =
  | { readonly bought: PaymentView; readonly output?: PurchaseOutput }
  | { readonly paidBefore: PaymentView };

/** One press: the order, and the form with the card. */
interface Press {
  readonly request: PurchaseInput;
  readonly form: BuyerForm;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const useBuy = () => {
  const { checkout } = useCheckout();
  return ({ request, form, at: pressedAt }: Press): Promise<Outcome> => {
    const marks = purchaseMarks(request);
    const last = lastPurchase(checkout.id);
    return runOneAtATime(`purchase:${checkout.id}:${marks.buyer}`, async () => {
      const previous = last.read();
      if (previous && previous.paymentId !== request.buysAgainAfter) {
        const payment = previous.buyer === marks.buyer ? await fetchPayment(previous) : undefined;
        const relation =
          payment &&
          compareWithLastPurchase(previous, payment, { ...marks, pressedAt }, Date.now());
        if (payment && relation === 'same') return { bought: payment };
        if (payment && relation === 'paid') return { paidBefore: payment };
      }
      markPurchase(checkout.id);
      const output = await buyOnce(request, {
        pending: pendingAttempt(checkout.id, request.email),
        complete: async ({ creditCard, ...order }) => {
          if (!creditCard) return order;
          const token = await tokenizeCard(checkout, form);
          return { ...order, creditCard: { ...creditCard, token } };
        },
        send: ({ request: sent, idempotencyKey }) =>
          mutate('checkout.purchase', sent, { idempotencyKey }),
      });
      last.keep({ ...marks, paymentId: output.paymentId, at: Date.now() });
      return { bought: output.payment, output };
    });
  };
};

/** Shows an error's toast, and returns the panel's details (checkout.92, checkout.91, checkout.72). */
const useFailure = () => {
  const texts = useTexts();
  const language = useLanguage();
  return (error: unknown): PurchaseFailure => {
    showToast(error instanceof NoGateway ? texts.noGateway : texts.refused, true);
    if (error instanceof NoGateway) return { kind: 'failed', text: texts.noGateway };
    if (error instanceof ConnectionLost) return { kind: 'offline' };
    if (error instanceof CardNotTaken) return { kind: 'failed', text: texts.cardNotTaken };
    const isAboveLimit =
      error instanceof ProblemError && error.problem.code === 'offer/above-limit';
    const kind = isAboveLimit ? 'above-limit' : 'failed';
    return { kind, text: failureText(error, language) };
  };
};

/** `take` blocks further presses at once, before React renders. */
const useStage = () => {
  const [stage, setStage] = useState<Stage>(READY);
  const isBusy = useRef(false);
  const settle = (next: Stage): void => {
    isBusy.current = next.kind === 'busy' || next.kind === 'leaving';
    setStage(next);
  };
  const forgetFailure = useCallback(
    () => setStage((current) => (current.kind === 'failed' ? READY : current)),
    [],
  );
  const { control } = useFormContext<BuyerForm>();
  const paymentMethod = useWatch({ control, name: 'paymentMethod' });
  useEffect(forgetFailure, [forgetFailure, paymentMethod]);
  return {
    stage,
    settle,
    forgetFailure,
    isTaken: () => isBusy.current,
    /** False while an earlier press is under way: both mean the same purchase. */
    take: (): boolean => {
      if (isBusy.current) return false;
      isBusy.current = true;
      return true;
    },
  };
};

type Stages = ReturnType<typeof useStage>;

/** Buys, and moves to the stage that follows. */
const useRun = ({ settle }: Pick<Stages, 'settle'>) => {
  const texts = useTexts();
  const { checkout } = useCheckout();
  const { setValue } = useFormContext<BuyerForm>();
  const buy = useBuy();
  const failureOf = useFailure();

  const stageAfter = (outcome: Outcome, request: PurchaseInput): Stage => {
    if ('paidBefore' in outcome) return { kind: 'paid', payment: outcome.paidBefore };
    const { bought, output } = outcome;
    if (bought.method === 'CREDIT_CARD' && bought.status === 'REJECTED') {
      showToast(texts.cardRefused, true);
      setValue('cardCvv', '');
      const text = output?.cardRefusal ?? null;
      return { kind: 'failed', failure: { kind: 'card-refused', text } };
    }
    if (output) keepUpsellToken(output.upsellToken);
    storedDeliveryAddress(bought.paymentId).keep(deliveryAddressOf(request));
    // An unpaid PIX or boleto may have to be made again from the draft.
    if (bought.status === 'APPROVED') formDraft(checkout.id).forget();
    return { kind: 'leaving', paymentId: bought.paymentId };
  };

  return async (request: PurchaseInput, form: BuyerForm): Promise<void> => {
    clearToasts();
    settle({ kind: 'busy' });
    try {
      settle(stageAfter(await buy({ request, form, at: Date.now() }), request));
    } catch (error) {
      settle({ kind: 'failed', failure: failureOf(error) });
    }
  };
};

/** Resumes a purchase that a reload interrupted; if there is none, tells the buyer if the last purchase is paid. */
const useReturning = ({ isTaken, settle }: Stages, run: ReturnType<typeof useRun>): void => {
  const { checkout } = useCheckout();
  const { getValues } = useFormContext<BuyerForm>();
  const showLastPaid = async (): Promise<void> => {
    const last = lastPurchase(checkout.id).read();
    const payment = last && (await fetchPayment(last).catch(() => undefined));
    if (payment && isPaid(payment) && !isTaken()) settle({ kind: 'paid', payment });
  };
  const onOpen = useEffectEvent(() => {
    // The e-mail is read from the draft, because the form does not hold the draft yet.
    const { email = '' } = formDraft(checkout.id).read() ?? {};
    const attempt = findResumable(pendingAttempt(checkout.id, email), Date.now());
    void (attempt ? run(attempt.request, getValues()) : showLastPaid());
  });
  // A page from the back-forward cache must not be busy.
  const onPageShow = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    settle(READY);
    void showLastPaid();
  });
  useEffect(() => {
    onOpen();
    addEventListener('pageshow', onPageShow);
    return () => removeEventListener('pageshow', onPageShow);
  }, []);
};

/** The Buy button's stages (checkout.88, checkout.91, checkout.92). */
export const usePurchase = (onInvalid: () => void) => {
  const language = useLanguage();
  const { checkout, query } = useCheckout();
  const { handleSubmit, getValues, setValue } = useFormContext<BuyerForm>();
  const { installment } = useOrder();
  const [buysAgainAfter, setBuysAgainAfter] = useState<string>();
  const stages = useStage();
  const { stage, take, settle, forgetFailure } = stages;
  const run = useRun(stages);
  useReturning(stages, run);

  const paymentUrl = (paymentId: string): string =>
    `/checkout/payment/${paymentId}${query && `?${query}`}`;
  const leavingTo = stage.kind === 'leaving' ? paymentUrl(stage.paymentId) : undefined;
  const stay = useEffectEvent(() => settle(READY));
  useEffect(() => {
    if (leavingTo === undefined) return undefined;
    // In an effect: by then the prompt before leaving is removed.
    location.assign(leavingTo);
    // If the load is slow or stopped, the button works again: a press finds the same payment.
    const timer = setTimeout(stay, LEAVES_WITHIN_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [leavingTo]);

  const submit = (form: BuyerForm): Promise<void> => {
    // The draft is stored without the usual delay: the page may be reloaded right away.
    formDraft(checkout.id).keep(withoutCard(form));
    const { referrer } = document;
    // Until the options are loaded, the button shows the price in one payment.
    const installments = installment?.installmentNumber ?? 1;
    const terms = { checkout, language, installments, query, referrer };
    const request = purchaseRequest(form, terms);
    return run({ ...request, ...(buysAgainAfter !== undefined && { buysAgainAfter }) }, form);
  };

  return {
    press: (event: FormEvent<HTMLFormElement>): void => {
      event.preventDefault();
      if (stage.kind === 'paid' || !take()) return;
      takeEnteredValues({ getValues, setValue }, event.currentTarget);
      const onErrors = (): void => {
        settle(READY);
        onInvalid();
      };
      void handleSubmit(submit, onErrors)(event);
    },
    stage,
    paymentUrl,
    forgetFailure,
    buyAgain: (payment: PaymentView) => {
      setBuysAgainAfter(payment.paymentId);
      settle(READY);
    },
  };
};
