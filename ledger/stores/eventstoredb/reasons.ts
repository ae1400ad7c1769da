import { Metadata } from '@grpc/grpc-js';

/** Messages of gRPC, Node and the client, and what the operator should do. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [
    /TLS ServerName to an IP/,
    'with TLS it must be called by the name in its certificate, not by an IP address: write that name in EVENTSTORE_URL',
  ],
  [
    /wrong version number|packet length too long/,
    'it speaks no TLS, which EVENTSTORE_URL asks for: turn TLS on there, or add tls=false',
  ],
  [/certificate has expired/, 'its certificate has expired: renew it'],
  [
    /does not match certificate's altnames/,
    'its certificate is that of another name: write the name of the certificate in EVENTSTORE_URL',
  ],
  [
    /self-signed certificate|unable to (?:get|verify)/,
    'nobody who is trusted here vouches for its certificate: name the file of its authority in EVENTSTORE_URL (tlsCAFile=…)',
  ],
  [
    /Failed to load certificate/,
    'a file of certificates that EVENTSTORE_URL names is not there: correct tlsCAFile (or userCertFile and userKeyFile)',
  ],
  [
    /access-denied|PERMISSION_DENIED|UNAUTHENTICATED/,
    'this user lacks rights: give EVENTSTORE_URL one that may read $all and append, such as one of $admins (without TLS no user is sent)',
  ],
  [/no space|disk (?:is )?full/i, 'its disk is full: make room there'],
  [
    /read.?only/i,
    'it takes no writes (it is read-only or a replica): name nodes in EVENTSTORE_URL that may lead',
  ],
  [
    /not-leader|Leader info/,
    'it does not lead, and the node that leads cannot be reached from here: open its address, or name all nodes in EVENTSTORE_URL',
  ],
  [
    /Failed to discover/,
    'no node of the cluster answers and leads: check the hosts of EVENTSTORE_URL, TLS and the gossip of the nodes',
  ],
  [/Name resolution failed|ENOTFOUND/, 'its host is unknown: correct the host in EVENTSTORE_URL'],
  [
    /ECONNREFUSED/,
    'nothing listens there: start it, or correct the host and port in EVENTSTORE_URL',
  ],
  [/ETIMEDOUT|EHOSTUNREACH|ENETUNREACH/, 'its host does not answer: check the network to it'],
  [/Too Busy|Is Busy|Not Ready/, 'it is busy or still starting: wait, or give it more room'],
  [
    /did not answer within/,
    'it takes calls and does not answer: it is frozen, overloaded or no EventStoreDB',
  ],
  [
    // A server with TLS closes a connection without TLS, and sends no error.
    /Last error: Failed to connect/,
    'it ends every connection, as one with TLS does that is called without: leave tls=false out of EVENTSTORE_URL',
  ],
  [
    /^Unexpected "/,
    'EVENTSTORE_URL cannot be read: it has the form esdb://user:password@host:2113?tls=true',
  ],
];

const textOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const metadata: unknown = Reflect.get(error, 'metadata');
  const trailers = metadata instanceof Metadata ? metadata.get('exception') : [];
  const type: unknown = Reflect.get(error, 'type');
  const typeText = typeof type === 'string' ? type : '';
  const cause = error.cause === undefined ? '' : textOf(error.cause);
  return [error.message, typeText, ...trailers.map(String), cause].join('\n');
};

/** Returns the end of a sentence that begins with the server. It omits the address, which may have a password. */
export const reasonOf = (error: unknown): string => {
  const text = textOf(error);
  const reason = REASONS.find(([pattern]) => pattern.test(text));
  return reason?.[1] ?? 'it cannot be reached: see its log';
};
