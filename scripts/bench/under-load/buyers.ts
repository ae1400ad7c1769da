import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { z } from 'zod';
import { syntheticCpf } from '#/domain/brazil/document.ts';

export const BUYERS = 20;

export interface RequestStats {
  /** Milliseconds of every answered request. */
  readonly milliseconds: number[];
  /** Visits in which a request was not answered with 200. */
  failed: number;
}

const purchased = z.object({
  paymentId: z.string(),
  payment: z.object({ sandboxPayUrl: z.string().nullable() }),
});

/** The time that a buyer takes before pressing a button. */
const pause = () => delay(400 + Math.random() * 800);

/** A buyer at an address of their own, who buys by PIX, pays and looks at the payment. */
export const buyUntil = async (
  url: string,
  nth: number,
  ends: number,
  served: RequestStats,
): Promise<void> => {
  const agent = new Agent({ localAddress: `127.0.1.${nth + 1}` });
  const ask = async (path: string, body?: unknown): Promise<string> => {
    const begin = performance.now();
    const answer = await request(`${url}${path}`, {
      dispatcher: agent,
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        origin: url,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(path.endsWith('purchase') && { 'idempotency-key': crypto.randomUUID() }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.body.text();
    served.milliseconds.push(performance.now() - begin);
    if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}`);
    return text;
  };
  const buyOnce = async (): Promise<void> => {
    await ask('/checkout/demo-ebook');
    await pause();
    const email = `pessoa-${crypto.randomUUID()}@example.com`;
    const bought = await ask('/api/checkout.purchase', {
      offerId: 'demo-ebook',
      name: `Pessoa ${nth}`,
      email,
      phone: '11987654321',
      cpf: syntheticCpf(`document of ${email}`),
      paymentMethod: 'PIX',
    });
    const { paymentId, payment } = purchased.parse(JSON.parse(bought));
    await pause();
    await ask(payment.sandboxPayUrl ?? '', {});
    await pause();
    await ask(`/api/checkout.getPayment?paymentId=${paymentId}`);
  };
  while (performance.now() < ends) {
    await buyOnce().catch((error: unknown) => {
      served.failed += 1;
      console.error(`  a buyer: ${error instanceof Error ? error.message : String(error)}`);
    });
    await pause();
  }
  await agent.close();
};

export const runBuyers = async (url: string, seconds: number): Promise<RequestStats> => {
  const served: RequestStats = { milliseconds: [], failed: 0 };
  const ends = performance.now() + seconds * 1_000;
  await Promise.all(Array.from({ length: BUYERS }, (_, nth) => buyUntil(url, nth, ends, served)));
  return served;
};
