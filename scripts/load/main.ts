import { writeSync } from 'node:fs';
import { z } from 'zod';
import { BadEnvironment, runCommand } from '#/scripts/launch/command.ts';
import { createCaller } from './answered.ts';
import { arrive } from './arrivals.ts';
import type { LoadRecord } from './records.ts';
import { createSellerWork, signIn } from './seller-work.ts';
import { shop } from './shoppers.ts';

const help = `
node scripts/load/main.ts --url <url> — sends buyers to a running product that has the demo world.

Usage: node scripts/load/main.ts --url http://localhost:3000 [--rate 40] [--seconds 10] [--arrivals poisson] [--offers 0]

Options
  --url        where the product is; start it with RATE_LIMITS=false. Several, one --url each, are asked in turn
  --rate       purchases a second (default 40)
  --seconds    for how long they come (default 10); those under way are waited for
  --arrivals   poisson (default), as people come, or even
  --offers     buys one of so many offers, market-0 and so on, at random, in place of demo-ebook
  --seller     the seller too: every 10th sale is refunded in part, every 250th followed by a withdrawal

Every purchase is a new buyer paying by PIX, at a time set beforehand however slow the answers are, and is
repeated under its Idempotency-Key until it is answered. Prints what happened as NDJSON. SIGTERM ends the coming early.
`;

const optionsSchema = z.object({
  url: z.array(z.url()).nonempty(),
  rate: z.coerce.number().positive().max(10_000).default(40),
  seconds: z.coerce.number().positive().max(86_400).default(10),
  arrivals: z.enum(['poisson', 'even']).default('poisson'),
  offers: z.coerce.number().int().nonnegative().max(1_000_000).default(0),
  seller: z.boolean().default(false),
});

const REFUND_CENTS = 1_234;

/** Writes the whole line at once, because another process reads the file. */
const record = (it: LoadRecord): void => {
  writeSync(1, `${JSON.stringify(it)}\n`);
};

await runCommand({
  help,
  options: {
    url: { type: 'string', multiple: true },
    rate: { type: 'string' },
    seconds: { type: 'string' },
    arrivals: { type: 'string' },
    offers: { type: 'string' },
    seller: { type: 'boolean' },
  },
  // Buyers who have started are served to the end.
  finishMs: 600_000,
  run: async ({ values }, { stopping }) => {
    const parsed = optionsSchema.safeParse(values);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw new BadEnvironment(`--${String(issue?.path[0])}: ${issue?.message}. See --help.`);
    }
    const { url, seller: hasSeller, offers, ...schedule } = parsed.data;
    const caller = createCaller(...url);
    const chooseOffer = (): string =>
      offers === 0 ? 'demo-ebook' : `market-${Math.floor(Math.random() * offers)}`;
    const parts = { caller, record, run: crypto.randomUUID().slice(0, 8), chooseOffer };
    const seller = hasSeller ? createSellerWork(parts, await signIn(caller)) : undefined;
    await arrive({ ...schedule, signal: stopping }, async (nth, scheduledAt) => {
      const paymentId = await shop(parts, nth, scheduledAt);
      if (paymentId === undefined || seller === undefined) return;
      if (nth % 10 === 5) await seller.refund(paymentId, REFUND_CENTS, scheduledAt);
      if (nth % 250 === 25) await seller.withdraw(nth, scheduledAt);
    });
    await caller.close();
  },
});
