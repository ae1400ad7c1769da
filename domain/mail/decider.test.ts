import { expect } from 'chai';
import { sampleNow, sampleEncrypted } from '#/domain/testing/samples.ts';
import { specify } from '#/domain/testing/specify.ts';
import { addSeconds } from '#/domain/values/time.ts';
import type { MailCommand } from './commands.ts';
import { isTooOld, mail } from './decider.ts';

const { given, facts } = specify(mail);

const at = sampleNow;
/** The ids of attempts (1, 2 …) and mailboxes (7, 8). */
const idOf = (nth: number): string => `00000000-0000-4000-8000-00000000000${nth}`;

const request: MailCommand = {
  type: 'RequestMail',
  mail: {
    platformId: 'demo',
    to: { kind: 'seller', personId: 'seller-1' },
    language: 'pt-BR',
    content: { template: 'new-device', signedInAt: at, address: sampleEncrypted },
    at,
  },
};
const begin = (nth: number, now = at, mailbox = idOf(7)): MailCommand => ({
  type: 'BeginSending',
  attemptId: idOf(nth),
  after: nth === 1 ? null : idOf(nth - 1),
  mailbox,
  now,
});
const accept = (nth: number): MailCommand => ({
  type: 'RecordAccepted',
  attemptId: idOf(nth),
  now: at,
});
const fail = (type: 'RecordDeferred' | 'RecordRefused', nth: number, now = at): MailCommand => ({
  type,
  attemptId: idOf(nth),
  cause: 'smtp-451',
  status: '5.1.1',
  text: 'try later',
  now,
});
const bounce = (mailbox: string | null = idOf(7)): MailCommand => ({
  type: 'RecordBounced',
  status: '5.1.1',
  mailbox,
  text: 'no such user',
  now: at,
});

describe('A mail', () => {
  it('is requested once about one event, and sent once when the server accepts it', () => {
    given()
      .when(request, request, begin(1), accept(1), accept(1), begin(2))
      .yields('MailRequested', 'MailAttempted', 'MailAccepted');
  });

  it('is begun by one of two processes', () => {
    const other = { ...begin(1), attemptId: idOf(9) } as MailCommand;
    given(...facts(request))
      .when(begin(1), other)
      .yields('MailAttempted');
  });

  it('is tried again after a pause, and by another process only when the attempt is certainly over', () => {
    const deferred = facts(request, begin(1), fail('RecordDeferred', 1));
    given(...deferred)
      .when(begin(2, addSeconds(at, 59)))
      .yieldsNothing();
    given(...deferred)
      .when(begin(2, addSeconds(at, 60)))
      .yields('MailAttempted');
    const interrupted = facts(request, begin(1));
    given(...interrupted)
      .when(begin(2, addSeconds(at, 89)))
      .yieldsNothing();
    given(...interrupted)
      .when(begin(2, addSeconds(at, 90)))
      .yields('MailAttempted');
  });

  it('fails at once when it is refused, and after a day of attempts in vain', () => {
    given(...facts(request, begin(1)))
      .when(fail('RecordRefused', 1))
      .yields('MailFailed');
    let now = at;
    const commands: MailCommand[] = [request];
    let events = facts(request);
    for (let nth = 1; events.at(-1)?.type !== 'MailFailed'; nth += 1) {
      const last = events.at(-1);
      if (last?.type === 'MailDeferred') now = last.data.nextAt;
      commands.push(begin(nth, now), fail('RecordDeferred', nth, now));
      events = facts(...commands);
    }
    expect(now > addSeconds(at, 23 * 3_600), now).to.equal(true);
    expect(isTooOld({ at }, addSeconds(now, 3_600)), now).to.equal(false);
    expect(isTooOld({ at }, addSeconds(now, 2 * 3_600)), now).to.equal(true);
  });

  it('ignores the result of an attempt that another one followed', () => {
    const secondAttempt = facts(
      request,
      begin(1),
      fail('RecordDeferred', 1),
      begin(2, addSeconds(at, 60)),
    );
    given(...secondAttempt)
      .when(fail('RecordRefused', 1), fail('RecordDeferred', 1))
      .yieldsNothing();
  });

  it('may come back once, after it was accepted or before that is on record', () => {
    for (const history of [facts(request, begin(1), accept(1)), facts(request, begin(1))]) {
      const { facts: bounces } = given(...history)
        .when(bounce(), bounce(), accept(1), begin(2, addSeconds(at, 90)))
        .yields('MailBounced');
      expect(bounces[0]?.data).to.include({ mailbox: idOf(7), status: '5.1.1', requestedAt: at });
    }
  });

  it('may come back from another mailbox, which is not recorded then', () => {
    const { facts: bounces } = given(...facts(request, begin(1), accept(1)))
      .when(bounce(null))
      .yields('MailBounced');
    expect(bounces[0]?.data).to.not.have.property('mailbox');
  });

  it('does not come back from the mailbox that the person had at an earlier attempt', () => {
    const atNewMailbox = begin(2, addSeconds(at, 60), idOf(8));
    given(...facts(request, begin(1), fail('RecordDeferred', 1), atNewMailbox, accept(2)))
      .when(bounce(idOf(7)), bounce(idOf(8)))
      .yields('MailBounced');
  });

  it('does not come back when it was never sent, was refused, or was withheld', () => {
    const withheld = { type: 'Withhold', cause: 'no-mail-server', now: at } as const;
    for (const before of [[], [begin(1), fail('RecordRefused', 1)], [withheld]])
      given(...facts(request, ...before))
        .when(bounce())
        .yieldsNothing();
  });

  it('is not sent once it was withheld', () => {
    given(...facts(request))
      .when({ type: 'Withhold', cause: 'no-mail-server', now: at }, begin(1))
      .yields('MailWithheld');
  });

  it('that was not requested is refused', () => {
    given().when(begin(1)).refuses('mail/unknown');
  });
});
