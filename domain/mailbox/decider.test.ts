import { sampleNow as now } from '#/domain/testing/samples.ts';
import { specify } from '#/domain/testing/specify.ts';
import { addSeconds } from '#/domain/values/time.ts';
import type { MailboxCommand } from './commands.ts';
import { mailbox } from './decider.ts';

const { given, facts } = specify(mailbox);

const suppress = (mailId: string, reportedAfter = now): MailboxCommand => ({
  type: 'Suppress',
  mailId,
  status: '5.1.1',
  reportedAfter,
  now: addSeconds(now, 60),
});
const release: MailboxCommand = { type: 'Release', now };

describe('A mailbox', () => {
  it('is suppressed by a mail, and released by staff', () => {
    given().when(suppress('mail-1'), release).yields('MailboxSuppressed', 'MailboxReleased');
  });

  it('is suppressed once by several mails', () => {
    given().when(suppress('mail-1'), suppress('mail-2')).yields('MailboxSuppressed');
  });

  it('is suppressed again only by a mail requested after its release, not by an earlier one that comes back late', () => {
    const released = facts(suppress('mail-1'), release);
    given(...released)
      .when(suppress('mail-1'), suppress('mail-2'))
      .yieldsNothing();
    given(...released)
      .when(suppress('mail-3', addSeconds(now, 1)))
      .yields('MailboxSuppressed');
  });

  it('is released once, and only if it was suppressed', () => {
    given(...facts(suppress('mail-1'), release))
      .when(release)
      .yieldsNothing();
    given().when(release).refuses('mailbox/not-suppressed');
  });
});
