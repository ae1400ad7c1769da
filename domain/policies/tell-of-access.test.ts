import { expect } from 'chai';
import type { SecondFactorChange } from '#/domain/access/commands.ts';
import { secondFactorChanges, signOutCauses } from '#/domain/access/events.ts';
import { FIRST_EPOCH } from '#/domain/testing/ports.ts';
import { sampleNow as at, sampleEncrypted } from '#/domain/testing/samples.ts';
import type { AddressedCommand } from '#/domain/aggregates/deciders.ts';
import type { Policy } from './policy.ts';
import { tellOfNewDevice, tellOfNewPassword, tellOfSecondFactor } from './tell-of-access.ts';

const ID = '6a4b9a0e-0f8e-5d5c-8a52-2b1c9f5ab111';

const place = { id: ID, aggregateId: 'staff-admin-1', position: '1' };
const person = {
  platformId: 'demo',
  kind: 'staff',
  personId: 'admin-1',
  address: sampleEncrypted,
  at,
} as const;

const reactionOf = ({ react }: Policy, event: Parameters<Policy['react']>[0]) =>
  react(event, { now: at, epoch: FIRST_EPOCH });

const signedIn = (isKnownDevice: boolean) =>
  reactionOf(tellOfNewDevice, {
    ...place,
    type: 'SignedIn',
    data: { ...person, failures: 0, isKnownDevice },
  });

const signedOut = (cause: (typeof signOutCauses)[number]) =>
  reactionOf(tellOfNewPassword, { ...place, type: 'SignedOut', data: { ...person, cause } });

const changed = (change: SecondFactorChange): readonly AddressedCommand[] =>
  reactionOf(tellOfSecondFactor, {
    ...place,
    type: 'SecondFactorChanged',
    data: { ...person, change },
  });

/** One mail to the person, with the id of the event. */
const mailWith = (content: object): readonly AddressedCommand[] => {
  const to = { kind: 'staff', personId: 'admin-1' };
  const mail = { platformId: 'demo', to, language: 'pt-BR', content, at };
  return [
    { to: 'mail', id: ID, command: { type: 'RequestMail', mail } },
  ] as readonly AddressedCommand[];
};

describe('A mail about access', () => {
  it('follows a sign-in at a browser that was not known, and none at a known one', () => {
    const content = { template: 'new-device', signedInAt: at, address: sampleEncrypted };
    expect(signedIn(false)).to.deep.equal(mailWith(content));
    expect(signedIn(true)).to.deep.equal([]);
  });

  it('follows a new password, by a link or in a session, and a new e-mail, and no other end of sessions', () => {
    const contents: Readonly<Record<string, object>> = {
      NEW_PASSWORD: { template: 'new-password' },
      CHANGED_PASSWORD: { template: 'new-password', by: 'SESSION' },
      NEW_EMAIL: { template: 'new-email' },
    };
    for (const cause of signOutCauses) {
      const content = contents[cause];
      const mail = { ...content, changedAt: at, address: sampleEncrypted };
      expect(signedOut(cause), cause).to.deep.equal(content ? mailWith(mail) : []);
    }
  });

  it('follows each change of the second factor', () => {
    for (const change of secondFactorChanges) {
      const content = {
        template: 'second-factor',
        change,
        changedAt: at,
        address: sampleEncrypted,
      };
      expect(changed(change), change).to.deep.equal(mailWith(content));
    }
  });
});
