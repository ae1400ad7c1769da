import { once } from 'node:events';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { z } from 'zod';

/** How the server answers the mails that follow. */
export interface Manners {
  /** Refuses `RCPT TO` with this code and text. */
  readonly refuses?: { readonly code: number; readonly text: string };
  /** Never answers `RCPT TO`. */
  readonly isSilent?: boolean;
  /** Accepts the whole mail, and closes the connection without an answer. */
  readonly hangsUp?: boolean;
}

/** The delivery reports that a sender requests in the envelope (RFC 3461). */
const requestedReports = z.object({
  dsn: z.object({ envid: z.string(), ret: z.string() }),
  rcptTo: z.array(z.object({ dsn: z.object({ notify: z.array(z.string()), orcpt: z.string() }) })),
});

export interface MailServer {
  readonly url: string;
  /** The mails that the server received whole, in order. */
  readonly mails: readonly ParsedMail[];
  /** The reports that each mail requests, in the order of `mails`. */
  readonly envelopes: readonly z.output<typeof requestedReports>[];
  /** The passwords with which senders signed in; each is accepted. */
  readonly passwords: readonly string[];
  readonly connections: () => number;
  readonly behave: (manners: Manners) => void;
  readonly close: () => Promise<void>;
}

/** Starts a real mail server on this machine. */
export const startMailServer = async (): Promise<MailServer> => {
  const mails: ParsedMail[] = [];
  const envelopes: z.output<typeof requestedReports>[] = [];
  const passwords: string[] = [];
  let manners: Manners = {};
  const server = new SMTPServer({
    authOptional: true,
    hideDSN: false,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) => {
      passwords.push(password ?? '');
      done(null, { user: username ?? '' });
    },
    onRcptTo: (_address, _session, done) => {
      const { refuses, isSilent } = manners;
      if (isSilent) return;
      done(refuses && Object.assign(new Error(refuses.text), { responseCode: refuses.code }));
    },
    onData: (stream, session, done) => {
      void simpleParser(stream).then((mail) => {
        mails.push(mail);
        envelopes.push(requestedReports.parse(session.envelope));
        if (!manners.hangsUp) return done();
        for (const connection of server.connections) {
          if (connection.session.id === session.id) connection.close();
        }
      }, done);
    },
  });
  // A test may cut a connection.
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    envelopes,
    passwords,
    connections: () => server.connections.size,
    behave: (next) => {
      manners = next;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
};
