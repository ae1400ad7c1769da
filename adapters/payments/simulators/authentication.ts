import { isDeepStrictEqual } from 'node:util';
import type { Auth, ClientCredentials } from '#/adapters/payments/kit/network/auth.ts';
import type { Channel } from '#/adapters/payments/kit/network/channel.ts';
import type { RandomBytes } from './generate-id.ts';
import type { Step } from './steps.ts';
import { mapScalars } from './json-scalars.ts';
import type { ReceivedRequest } from './matching.ts';
import type { Reply } from './store.ts';

export interface Authentication {
  /** The reply that needs no authorization: a token, a refusal of wrong credentials, or a public document. */
  readonly openReply: (received: ReceivedRequest) => Reply | undefined;
  readonly isAuthorized: (received: ReceivedRequest, step: Step) => boolean;
}

const REFUSED: Reply = { status: 401, json: { message: 'Unauthorized.' } };

const prefixOf = ({ baseUrl }: Channel): string => new URL(baseUrl).pathname.replace(/\/+$/, '');

const hasAll = (
  actual: Readonly<Record<string, string | undefined>>,
  expected: Readonly<Record<string, string>>,
): boolean =>
  Object.entries(expected).every(([name, value]) => actual[name.toLowerCase()] === value);

const hasQuery = (
  actual: ReceivedRequest['query'],
  expected: Readonly<Record<string, string>>,
): boolean => Object.entries(expected).every(([name, value]) => actual[name] === value);

const hasCredentials = (received: ReceivedRequest, { body, headers }: ClientCredentials): boolean =>
  hasAll(received.headers, headers) &&
  isDeepStrictEqual(received.body, 'form' in body ? { ...body.form } : body.json);

/** @param replies by path: tokens and public documents */
export const createAuthentication = (
  channels: readonly Channel[],
  random: RandomBytes,
  replies: Readonly<Record<string, unknown>> = {},
): Authentication => {
  const channelByToken = new Map<string, Channel>();
  const standardReply = { access_token: 'token', token_type: 'Bearer', expires_in: 3_600 };

  const replyOf = (channel: Channel, path: string, auth: ClientCredentials): Reply => {
    const reply = replies[path] ?? standardReply;
    const { data } = auth.reply.safeParse(reply);
    const token = Buffer.from(random(24)).toString('base64url');
    channelByToken.set(token, channel);
    const json = mapScalars(reply, ({ value }) => (value === data?.token ? token : value));
    return { status: 200, json };
  };

  const isAuthenticated = (received: ReceivedRequest, channel: Channel, auth: Auth): boolean => {
    switch (auth.kind) {
      case 'headers':
        return hasAll(received.headers, auth.headers);
      case 'query':
        return hasQuery(received.query, auth.query);
      case 'client-credentials':
        return (
          channelByToken.get(received.headers['authorization']?.replace('Bearer ', '') ?? '') ===
          channel
        );
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
    openReply: (received) => {
      const logins = channels.flatMap((channel) => {
        const { auth } = channel;
        const isHere =
          auth.kind === 'client-credentials' &&
          `${prefixOf(channel)}${auth.path}` === received.path;
        return isHere && received.method === 'POST' ? [{ channel, auth }] : [];
      });
      if (logins.length === 0) {
        const json = received.method === 'GET' ? replies[received.path] : undefined;
        return json === undefined ? undefined : { status: 200, json };
      }
      const login = logins.find(({ auth }) => hasCredentials(received, auth));
      return login ? replyOf(login.channel, received.path, login.auth) : REFUSED;
    },
    isAuthorized: (received, { request }) => {
      // The call's own authorization replaces the channel's.
      const authorization = request.headers?.['authorization'];
      if (authorization !== undefined && !caseTokens.has(authorization))
        return received.headers['authorization'] === authorization;
      const candidates = channels.filter((channel) =>
        `${received.path}/`.startsWith(`${prefixOf(channel)}/`),
      );
      const longest = Math.max(...candidates.map((channel) => prefixOf(channel).length));
      return candidates
        .filter((channel) => prefixOf(channel).length === longest)
        .some((channel) => isAuthenticated(received, channel, channel.auth));
    },
  };
};
