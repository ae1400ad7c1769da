import { once } from 'node:events';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/** What the server does with the next mails. */
export interface Manners {
  /** Answers `RCPT TO` with this code and text. */
  readonly refuses?: { readonly code: number; readonly text: string };
  /** Takes the whole mail, and closes the connection instead of an answer. */
  readonly hangsUp?: boolean;
}

export interface MailServer {
  readonly url: string;
  /** The mails that it took, in order. */
  readonly mails: readonly ParsedMail[];
  readonly behave: (manners: Manners) => void;
  readonly close: () => Promise<void>;
}

/** Starts a real mail server on this machine. */
export const startMailServer = async (): Promise<MailServer> => {
  const mails: ParsedMail[] = [];
  let manners: Manners = {};
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => {
      const { refuses } = manners;
      done(refuses && Object.assign(new Error(refuses.text), { responseCode: refuses.code }));
    },
    onData: (stream, session, done) => {
      void simpleParser(stream).then((mail) => {
        mails.push(mail);
        if (!manners.hangsUp) return done();
        for (const connection of server.connections) {
          if (connection.session.id === session.id) connection.close();
        }
      }, done);
    },
  });
  // A connection that the test cuts.
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    behave: (next) => {
      manners = next;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
};
