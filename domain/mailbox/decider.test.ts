import { sampleNow as now } from '#/domain/testing/samples.ts';
import { specify } from '#/domain/testing/specify.ts';
import type { MailboxCommand } from './commands.ts';
import { mailbox } from './decider.ts';

const { given, facts } = specify(mailbox);

const suppress = (mailId: string): MailboxCommand => ({
  type: 'Suppress',
  mailId,
  status: '5.1.1',
  now,
});
const release: MailboxCommand = { type: 'Release', now };

describe('A mailbox', () => {
  it('is suppressed by a mail, and released by staff', () => {
    given().when(suppress('mail-1'), release).yields('MailboxSuppressed', 'MailboxReleased');
  });

  it('is not suppressed again by a mail from before its release, but by another one', () => {
    const released = facts(suppress('mail-1'), suppress('mail-2'), release);
    given(...released)
      .when(suppress('mail-1'), suppress('mail-2'))
      .yieldsNothing();
    given(...released)
      .when(suppress('mail-3'))
      .yields('MailboxSuppressed');
  });

  it('is released once, and only if it was suppressed', () => {
    given(...facts(suppress('mail-1'), release))
      .when(release)
      .yieldsNothing();
    given().when(release).refuses('mailbox/not-suppressed');
  });
});
