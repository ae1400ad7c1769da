import { Router, type Request, type Response } from 'express';
import { clientAddress } from '#/api/http/client-address.ts';
import type { Services } from '#/api/composition/api-services.ts';
import { readBody } from '#/api/http/request-body.ts';
import { withoutDeadline, withDeadline } from '#/api/http/request-deadline.ts';
import { Rejected } from '#/api/http/problem.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { aggregateId } from '#/domain/values/ids.ts';
import type { Notices } from './notices.ts';
import type { Address, TakePoints } from './accept-notice.ts';

const MAXIMUM_NOTICE_BYTES = 256_000;

const STATUSES = {
  accepted: 200,
  duplicate: 200,
  ignored: 200,
  // Stored, and looked up again later.
  kept: 202,
} as const;

/** Ids of providers and platforms; other text is refused before the database is queried. */
const isName = (text: unknown): text is string => aggregateId.safeParse(text).success;

const takeFirstValue = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : value?.[0];

/** Suffixes that banks append to the address (pix-api 2.9.0, *Callbacks*). */
const BANK_SUFFIX = /^(?:pix|rec|cobr)$/;

const secretIn = ({ secret, suffix }: Request['params']): string | undefined => {
  if (suffix !== undefined && !BANK_SUFFIX.test(String(suffix)))
    throw new Rejected('webhook/unknown-provider');
  return typeof secret !== 'string' || BANK_SUFFIX.test(secret) ? undefined : secret;
};

const addressIn = ({ params }: Request): Address => {
  const { provider, platform } = params;
  const secret = secretIn(params);
  if (!isName(provider) || (platform !== undefined && !isName(platform)))
    throw new Rejected('webhook/unknown-provider');
  return {
    provider,
    platformId: platform ?? null,
    ...(secret !== undefined && { secret }),
  };
};

const isNotOffered = (error: unknown): boolean =>
  error instanceof Refused && error.code === 'provider/not-offered';

/** Counts like an invalid notice. @returns the refusal, or that of the limit */
const refuseUnknown = (takePoints: TakePoints): Promise<unknown> =>
  takePoints('badNotice', 1).then(
    () => new Rejected('webhook/unknown-provider'),
    (limited: unknown) => limited,
  );

/** Metric label of each refusal that the sender should retry, by problem code. */
const TURNED_AWAY: Readonly<Record<string, string>> = {
  'rate/limited': 'limited',
  'service/unavailable': 'unavailable',
};

/** `POST /api/webhooks/<provider>/<platform>/<secret>`; the secret may be missing, or platform and secret; a bank's suffix may follow. */
export const webhookRoutes = (
  notices: Notices,
  { limit, proxies, metrics }: Pick<Services, 'limit' | 'proxies' | 'metrics'>,
): Router => {
  const receive = async (request: Request, response: Response): Promise<void> => {
    const address = addressIn(request);
    const { provider } = address;
    // A signature covers the exact bytes.
    const body = (await readBody(request, MAXIMUM_NOTICE_BYTES)).toString('utf8');
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, takeFirstValue(value)]),
    );
    response.locals.route = 'webhook';
    const takePoints: TakePoints = (kind, points) =>
      limit(kind, clientAddress(request, proxies), points);
    // Processing continues after the request's deadline.
    const receiveNotice = () =>
      withoutDeadline(() => notices.receive(address, { headers, body }, takePoints));
    const received = await withDeadline(receiveNotice).catch(async (caught: unknown) => {
      const error = isNotOffered(caught) ? await refuseUnknown(takePoints) : caught;
      const reception = error instanceof Rejected ? TURNED_AWAY[error.code] : undefined;
      if (reception !== undefined) metrics.webhooks.inc({ provider, reception });
      throw error;
    });
    response.locals.actor = 'provider';
    metrics.webhooks.inc({ provider, reception: received.outcome });
    if ('failure' in received) throw new Rejected(`webhook/${received.outcome}`);
    response.status(STATUSES[received.outcome]).json({ received: received.outcome });
  };
  const router = Router();
  router
    .route('/:provider{/:platform{/:secret{/:suffix}}}')
    .post(receive)
    .all(() => {
      throw new Rejected('request/method-not-allowed', { headers: { Allow: 'POST' } });
    });
  return router;
};
