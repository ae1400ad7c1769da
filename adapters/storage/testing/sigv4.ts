import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** AWS Signature Version 4 for a verifier ("Authenticating Requests: Using Query Parameters"). */

export interface Scope {
  /** UTC day, as `20130524`. */
  readonly day: string;
  readonly region: string;
  readonly service: string;
}

const hmac = (key: string | Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** RFC 3986: encodes all but letters, digits and `-._~`. */
const encodeUri = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const inOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export const canonicalRequest = (request: {
  readonly method: string;
  readonly path: string;
  readonly query: readonly (readonly [name: string, value: string])[];
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly payloadHash: string;
}): string => {
  const names = Object.keys(request.headers).toSorted(inOrder);
  const query = request.query
    .map(([name, value]) => `${encodeUri(name)}=${encodeUri(value)}`)
    .toSorted(inOrder);
  return [
    request.method,
    decodeURIComponent(request.path).split('/').map(encodeUri).join('/'),
    query.join('&'),
    ...names.map((name) => `${name}:${(request.headers[name] ?? '').trim().replace(/ +/g, ' ')}`),
    '',
    names.join(';'),
    request.payloadHash,
  ].join('\n');
};

export const signatureOf = (
  canonical: string,
  { day, region, service }: Scope,
  time: string,
  secretAccessKey: string,
): string => {
  const scope = `${day}/${region}/${service}/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', time, scope, hash(canonical)].join('\n');
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(
    hmac,
    `AWS4${secretAccessKey}`,
  );
  return hmac(key, text).toString('hex');
};

export interface Account {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

export interface SignedRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** Returns S3's error code; undefined when the link is valid. @param now Unix milliseconds */
export const findSignatureError = (
  { method, url, headers }: SignedRequest,
  account: Account,
  now: number,
): string | undefined => {
  const parameter = (name: string): string => url.searchParams.get(name) ?? '';
  const time = parameter('X-Amz-Date');
  const [keyId, day = '', region, service, end] = parameter('X-Amz-Credential').split('/');
  const start = Date.parse(
    time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  );
  if (parameter('X-Amz-Algorithm') !== 'AWS4-HMAC-SHA256' || Number.isNaN(start)) {
    return 'AuthorizationQueryParametersError';
  }
  if (keyId !== account.accessKeyId) return 'InvalidAccessKeyId';
  const isOurs = region === account.region && service === 's3' && end === 'aws4_request';
  if (!isOurs || day !== time.slice(0, 8)) return 'AuthorizationQueryParametersError';
  if (now > start + Number(parameter('X-Amz-Expires')) * 1_000)
    return 'AccessDenied: Request has expired';
  const names = parameter('X-Amz-SignedHeaders').split(';');
  const mustBeSigned = Object.keys(headers).filter((name) => name.startsWith('x-amz-'));
  if (!names.includes('host') || mustBeSigned.some((name) => !names.includes(name))) {
    return 'AccessDenied: There were headers present in the request which were not signed';
  }
  const canonical = canonicalRequest({
    method,
    path: url.pathname,
    query: [...url.searchParams].filter(([name]) => name !== 'X-Amz-Signature'),
    headers: Object.fromEntries(names.map((name) => [name, headers[name] ?? ''])),
    payloadHash: 'UNSIGNED-PAYLOAD',
  });
  const scope = { day, region: account.region, service: 's3' };
  const expected = Buffer.from(signatureOf(canonical, scope, time, account.secretAccessKey));
  const actual = Buffer.from(parameter('X-Amz-Signature'));
  const isValid = expected.length === actual.length && timingSafeEqual(expected, actual);
  return isValid ? undefined : 'SignatureDoesNotMatch';
};
