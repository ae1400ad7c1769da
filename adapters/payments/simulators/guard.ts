import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Auth, ClientCredentials } from '#/adapters/payments/kit/auth.ts';
import type { Channel } from '#/adapters/payments/kit/channel.ts';
import type { Step } from './case-book.ts';
import { mapLeaves } from './leaves.ts';
import type { Asked } from './matching.ts';
import type { Answered } from './store.ts';

/** Requires the authentication that the provider's definition describes. */
export interface Guard {
  /** Returns a token, a refusal of wrong credentials, or a public document; undefined when the request is for none of these. */
  readonly openReply: (asked: Asked) => Answered | undefined;
  readonly letsIn: (asked: Asked, step: Step) => boolean;
}

const REFUSED: Answered = { status: 401, json: { message: 'Unauthorized.' } };

const prefixOf = ({ baseUrl }: Channel): string => new URL(baseUrl).pathname.replace(/\/+$/, '');

const holds = (
  given: Readonly<Record<string, string | undefined>>,
  wanted: Readonly<Record<string, string>>,
): boolean => Object.entries(wanted).every(([name, value]) => given[name.toLowerCase()] === value);

const holdsQuery = (given: Asked['query'], wanted: Readonly<Record<string, string>>): boolean =>
  Object.entries(wanted).every(([name, value]) => given[name] === value);

const isAskedBy = (asked: Asked, { body, headers }: ClientCredentials): boolean =>
  holds(asked.headers, headers) &&
  isDeepStrictEqual(asked.body, 'form' in body ? { ...body.form } : body.json);

/** @param replies by path: token replies, and public documents (the keys that sign notices) */
export const createGuard = (
  channels: readonly Channel[],
  replies: Readonly<Record<string, unknown>> = {},
): Guard => {
  const issued = new Map<string, Channel>();
  const usual = { access_token: 'token', token_type: 'Bearer', expires_in: 3_600 };

  const replyOf = (channel: Channel, path: string, auth: ClientCredentials): Answered => {
    const reply = replies[path] ?? usual;
    const known = auth.reply.safeParse(reply);
    const token = randomBytes(24).toString('base64url');
    issued.set(token, channel);
    const json = mapLeaves(reply, ({ value }) => (value === known.data?.token ? token : value));
    return { status: 200, json };
  };

  const isShown = (asked: Asked, channel: Channel, auth: Auth): boolean => {
    switch (auth.kind) {
      case 'headers':
        return holds(asked.headers, auth.headers);
      case 'query':
        return holdsQuery(asked.query, auth.query);
      case 'client-credentials':
        return issued.get(asked.headers['authorization']?.replace('Bearer ', '') ?? '') === channel;
    }
  };

  const caseTokens = new Set(
    channels.flatMap((channel) => {
      const { auth } = channel;
      if (auth.kind !== 'client-credentials') return [];
      const parsed = auth.reply.safeParse(replies[`${prefixOf(channel)}${auth.path}`]);
      return parsed.success ? [`Bearer ${parsed.data.token}`] : [];
    }),
  );

  return {
    openReply: (asked) => {
      const at = channels.flatMap((channel) => {
        const { auth } = channel;
        const isHere =
          auth.kind === 'client-credentials' && `${prefixOf(channel)}${auth.path}` === asked.path;
        return isHere && asked.method === 'POST' ? [{ channel, auth }] : [];
      });
      if (at.length === 0) {
        const json = asked.method === 'GET' ? replies[asked.path] : undefined;
        return json === undefined ? undefined : { status: 200, json };
      }
      const right = at.find(({ auth }) => isAskedBy(asked, auth));
      return right ? replyOf(right.channel, asked.path, right.auth) : REFUSED;
    },
    letsIn: (asked, { request }) => {
      // This call has its own authorization, in place of the channel's.
      const own = request.headers?.['authorization'];
      if (own !== undefined && !caseTokens.has(own)) return asked.headers['authorization'] === own;
      const reach = channels.filter((channel) =>
        `${asked.path}/`.startsWith(`${prefixOf(channel)}/`),
      );
      const longest = Math.max(...reach.map((channel) => prefixOf(channel).length));
      return reach
        .filter((channel) => prefixOf(channel).length === longest)
        .some((channel) => isShown(asked, channel, channel.auth));
    },
  };
};
