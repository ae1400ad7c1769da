import express, { Router } from 'express';
import { clientAddress } from '#/api/client-address.ts';
import type { Parts } from '#/api/parts.ts';
import { withoutPatience, withPatience } from '#/api/request-patience.ts';
import { Rejected } from '#/api/problem.ts';
import { Refused } from '#/domain/errors.ts';
import { aggregateId } from '#/domain/ids.ts';
import type { Notices, Reception } from './notices.ts';

/** Largest webhook body, in bytes. */
const MAXIMUM_NOTICE_BYTES = 256_000;

const STATUSES: Readonly<Record<Exclude<Reception, 'unauthorized' | 'unreadable'>, number>> = {
  accepted: 200,
  duplicate: 200,
  ignored: 200,
  // Not known to us yet: taken in and looked at again later.
  kept: 202,
};

const UNREAD = { unauthorized: 'UNAUTHORIZED', unreadable: 'UNREADABLE' } as const;

/** Providers and platforms are named alike; what is not a name would only trouble the database. */
const isName = (text: string): boolean => aggregateId.safeParse(text).success;

const oneValue = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : value?.[0];

/** `POST /api/webhooks/<provider>/<platform>`: where providers send their notices. */
export const webhookRoutes = (
  notices: Notices,
  { limit, proxies, metrics }: Pick<Parts, 'limit' | 'proxies' | 'metrics'>,
): Router =>
  Router().post(
    '/:provider{/:platform}',
    // The signature covers the exact bytes, whatever they claim to be.
    express.text({ type: () => true, limit: MAXIMUM_NOTICE_BYTES, inflate: false }),
    async (request, response) => {
      const { provider, platform } = request.params;
      const platformId = platform ?? null;
      if (!isName(provider) || (platformId !== null && !isName(platformId)))
        throw new Rejected('webhook/unknown-provider');
      const body = typeof request.body === 'string' ? request.body : '';
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, oneValue(value)]),
      );
      response.locals.route = 'webhook';
      // What is kept is worked on after the answer too, in its own time.
      const receive = () =>
        withoutPatience(() => notices.receive(provider, platformId, { headers, body }));
      const reception = await withPatience(receive).catch((error: unknown) => {
        const unknown = error instanceof Refused && error.code === 'provider/not-offered';
        throw unknown ? new Rejected('webhook/unknown-provider') : error;
      });
      response.locals.actor = 'provider';
      metrics.webhooks.inc({ provider, reception });
      if (reception === 'unauthorized' || reception === 'unreadable') {
        // Strangers may knock, but not fill our tables.
        await limit('signIn', clientAddress(request, proxies));
        await notices.keepUnread({ provider, platformId }, UNREAD[reception]);
        throw new Rejected(`webhook/${reception}`);
      }
      response.status(STATUSES[reception]).json({ received: reception });
    },
  );
