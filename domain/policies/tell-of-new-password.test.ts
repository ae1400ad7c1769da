import { expect } from 'chai';
import { signOutCauses } from '#/domain/access/events.ts';
import { ONLY_EPOCH } from '#/domain/testing/ports.ts';
import { sampleNow as at, sampleSealed } from '#/domain/testing/samples.ts';
import { tellOfNewPassword } from './tell-of-new-password.ts';

const ID = '6a4b9a0e-0f8e-5d5c-8a52-2b1c9f5ab111';

const react = (cause: (typeof signOutCauses)[number]) =>
  tellOfNewPassword.react(
    {
      type: 'SignedOut',
      id: ID,
      aggregateId: 'staff-admin-1',
      position: '1',
      data: {
        platformId: 'demo',
        kind: 'staff',
        personId: 'admin-1',
        address: sampleSealed,
        cause,
        at,
      },
    },
    { now: at, epoch: ONLY_EPOCH },
  );

describe('A new password by a link', () => {
  it('leads to one mail to the person', () => {
    const [request, ...more] = react('NEW_PASSWORD');
    expect(request).to.deep.include({ to: 'mail', id: ID });
    expect(request?.command).to.deep.equal({
      type: 'RequestMail',
      mail: {
        platformId: 'demo',
        to: { kind: 'staff', personId: 'admin-1' },
        language: 'pt-BR',
        content: { template: 'new-password', changedAt: at, address: sampleSealed },
        at,
      },
    });
    expect(more).to.deep.equal([]);
  });

  it('is the one end of sessions that leads to a mail', () => {
    for (const cause of signOutCauses)
      expect(react(cause), cause).to.have.length(cause === 'NEW_PASSWORD' ? 1 : 0);
  });
});
