import { expect } from 'chai';
import { FIRST_EPOCH } from '#/domain/testing/ports.ts';
import { sampleNow as at } from '#/domain/testing/samples.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { suppressMailbox } from './suppress-mailbox.ts';

const mailbox = '00000000-0000-4000-8000-000000000007';

const bounced = (data: { readonly status: string; readonly requestedAt?: string }) => ({
  type: 'MailBounced' as const,
  id: '6a4b9a0e-0f8e-5d5c-8a52-2b1c9f5ab111',
  aggregateId: 'mail-1',
  position: '1',
  data: { mailbox, at, ...data },
});

const react = (data: Parameters<typeof bounced>[0]) =>
  suppressMailbox.react(bounced(data), { now: at, epoch: FIRST_EPOCH });

describe('A mail that came back', () => {
  it('suppresses a mailbox that does not exist; the report is from after the mail was requested or, if that time is unknown, from when it came back', () => {
    const requestedAt = addSeconds(at, -60);
    const command = { type: 'Suppress', mailId: 'mail-1', status: '5.1.1', now: at };
    expect(react({ status: '5.1.1', requestedAt })).to.deep.equal([
      { to: 'mailbox', id: mailbox, command: { ...command, reportedAfter: requestedAt } },
    ]);
    expect(react({ status: '5.1.1' })).to.deep.equal([
      { to: 'mailbox', id: mailbox, command: { ...command, reportedAfter: at } },
    ]);
  });

  it('suppresses no mailbox that is full', () => {
    expect(react({ status: '5.2.2' })).to.deep.equal([]);
  });
});
