import { z } from 'zod';

/** `expiresIn` is in seconds; `until` is in seconds since 1970. */
export interface AccessToken {
  readonly token: string;
  readonly expiresIn: number | { readonly until: number };
}

/** A token fetched over the channel that uses it (RFC 6749 §4.4, and variants). */
export interface ClientCredentials {
  readonly kind: 'client-credentials';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: { readonly form: Readonly<Record<string, string>> } | { readonly json: unknown };
  readonly reply: z.ZodType<AccessToken>;
  readonly secrets: readonly string[];
}

/** Authentication as data: our calls send it, and simulators check it. */
export type Auth =
  | {
      readonly kind: 'headers';
      readonly headers: Readonly<Record<string, string>>;
      /** Must not appear in an error or a log line. */
      readonly secrets: readonly string[];
    }
  | {
      readonly kind: 'query';
      readonly query: Readonly<Record<string, string>>;
      readonly secrets: readonly string[];
    }
  | ClientCredentials;

export const basicValue = (user: string, password = ''): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** RFC 7617. */
export const basicAuth = (
  user: string,
  password = '',
): Extract<Auth, { readonly kind: 'headers' }> => {
  const authorization = basicValue(user, password);
  const secrets = [user, password, authorization.slice('Basic '.length)];
  return { kind: 'headers', headers: { authorization }, secrets };
};

/** `Authorization: Bearer <secret>` (RFC 6750). */
export const bearer = (secret: string): Auth => ({
  kind: 'headers',
  headers: { authorization: `Bearer ${secret}` },
  secrets: [secret],
});

export const headers = (named: Readonly<Record<string, string>>): Auth => ({
  kind: 'headers',
  headers: named,
  secrets: Object.values(named),
});

/** For providers that accept a key no other way. */
export const query = (named: Readonly<Record<string, string>>): Auth => ({
  kind: 'query',
  query: named,
  secrets: Object.values(named),
});

/** `{access_token, expires_in}` (RFC 6749 §5.1). */
const standardToken = z
  .object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive() })
  .transform(({ access_token, expires_in }) => ({ token: access_token, expiresIn: expires_in }));

export const clientCredentials = (spec: {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: ClientCredentials['body'];
  readonly reply?: z.ZodType<AccessToken>;
  readonly secrets: readonly string[];
}): Auth => ({
  kind: 'client-credentials',
  path: spec.path,
  headers: spec.headers ?? {},
  body: spec.body,
  reply: spec.reply ?? standardToken,
  secrets: spec.secrets,
});

/** RFC 6749 §4.4, with the credentials in the form. */
export const clientForm = (path: string, id: string, secret: string): Auth =>
  clientCredentials({
    path,
    body: { form: { grant_type: 'client_credentials', client_id: id, client_secret: secret } },
    secrets: [id, secret],
  });
