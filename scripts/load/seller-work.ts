import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { people, PASSWORD, platformDetails } from '#/scripts/seeds/demo-catalogue.ts';
import type { Reply, Caller } from './answered.ts';
import type { ShopDependencies } from './shoppers.ts';

const refundReply = z.object({ refundId: z.string(), amount: z.number() });
const withdrawalReply = z.object({ withdrawalId: z.string(), amount: z.number() });
const destinationReply = z.object({ destinationId: z.string() });
const paymentReply = z.object({ status: z.string() });

const LOOK_EVERY_MS = 200;
/** The smallest, so that many withdrawals do not empty the account. */
const WITHDRAWAL_CENTS = platformDetails.withdrawals.minimum;

/** Returns the session cookie. */
export const signIn = async (
  caller: Caller,
  email: string = people.seller.email,
): Promise<string> => {
  const body = { email, password: PASSWORD };
  const answer = await caller.askUntilAnswered({ path: '/api/auth/sign-in/email', body });
  if (answer.status !== 200) throw new Error(`${email} cannot sign in: ${answer.text}`);
  return answer.cookies.map((cookie) => cookie.split(';', 1)[0]).join('; ');
};

/** What the seller does during the load. Refusals are recorded, as for buyers. */
export const createSellerWork = ({ caller, record, run }: ShopDependencies, cookie: string) => {
  /** Gives the password again when the server asks for it (step-up), as the seller's page does. */
  const mutation = async (procedure: string, key: string, body: unknown): Promise<Reply> => {
    const headers = { cookie, 'idempotency-key': `${run}-${key}` };
    const send = () => caller.askUntilAnswered({ path: `/api/${procedure}`, headers, body });
    const answer = await send();
    if (!answer.text.includes('session/step-up-required')) return answer;
    const password = { password: PASSWORD };
    await caller.askUntilAnswered({
      path: '/api/auth/step-up',
      headers: { cookie },
      body: password,
    });
    return send();
  };

  /** Declares the seller's own CNPJ as the key to be paid at. To declare it again changes nothing. @returns its id */
  const declareOwnDestination = async (): Promise<string> => {
    const body = { pixKey: people.seller.document };
    const { text } = await mutation('seller.declareDestination', 'destination', body);
    return destinationReply.parse(JSON.parse(text)).destinationId;
  };

  const waitForApproval = async (paymentId: string): Promise<void> => {
    const path = `/api/checkout.getPayment?paymentId=${paymentId}`;
    for (;;) {
      const { status, text } = await caller.askUntilAnswered({ path });
      if (status === 200 && paymentReply.parse(JSON.parse(text)).status === 'APPROVED') return;
      await delay(LOOK_EVERY_MS);
    }
  };

  return {
    /** Waits until the payment is approved, then requests the refund. */
    refund: async (paymentId: string, amount: number, scheduledAt: number): Promise<void> => {
      await waitForApproval(paymentId);
      const body = { paymentId, amount, note: 'Combinado com o comprador' };
      const answer = await mutation('seller.requestRefund', `refund-${paymentId}`, body);
      const { status, text } = answer;
      const times = { scheduledAt, at: Date.now() };
      if (status !== 200)
        record({ kind: 'refused', what: 'refund', status, answer: text, ...times });
      else record({ kind: 'refund', paymentId, ...refundReply.parse(JSON.parse(text)), ...times });
    },

    withdraw: async (nth: number, scheduledAt: number): Promise<void> => {
      const body = { amount: WITHDRAWAL_CENTS, destinationId: await declareOwnDestination() };
      const answer = await mutation('seller.requestWithdrawal', `withdrawal-${nth}`, body);
      const { status, text } = answer;
      const times = { scheduledAt, at: Date.now() };
      if (status !== 200)
        record({ kind: 'refused', what: 'withdrawal', status, answer: text, ...times });
      else record({ kind: 'withdrawal', ...withdrawalReply.parse(JSON.parse(text)), ...times });
    },
  };
};
