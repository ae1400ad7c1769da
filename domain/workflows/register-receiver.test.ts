import { expect } from 'chai';
import { Refused } from '#/domain/errors/refused.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import type { ReceiverRequest } from '#/domain/ports/receiver.ts';
import { sampleNow as now } from '#/domain/testing/samples.ts';
import type { Ports } from './reaction.ts';

import {
  LATER,
  REGISTRATION,
  answering,
  opened,
  registrationWorld,
} from '#/domain/testing/registrations.ts';

describe('registerReceiver', () => {
  it('ends without a call where the acquirer is disconnected, so that it may be requested again', async () => {
    const { react, status, order } = registrationWorld(
      {},
      {
        providers: async () => {
          throw new Refused('provider/not-offered');
        },
      },
    );
    expect(await react()).to.deep.equal(['ReceiverRegistrationRefused']);
    expect([status(), order]).to.deep.equal(['REFUSED', []]);
  });

  it('sends the decrypted details and the approved files', async () => {
    const calls: ReceiverRequest[] = [];
    const { react, status } = registrationWorld(answering(calls));
    expect(await react()).to.deep.equal(['ReceiverRegistered']);
    expect(status()).to.equal('PENDING');
    const [sent] = calls;
    expect(sent).to.deep.include({
      registrationId: REGISTRATION,
      name: 'Ana',
      document: '52998224725',
      documentType: 'CPF',
      address: opened.address,
    });
    expect(sent?.files.photoDocument).to.include({
      name: 'photoDocument.png',
      contentType: 'image/png',
    });
  });

  it('records the start before calling the acquirer, and does not call again after a crash', async () => {
    const calls: ReceiverRequest[] = [];
    const { react, order } = registrationWorld(answering(calls));
    await react();
    expect(order).to.deep.equal(['begin']);
    let at = now;
    const crashed = registrationWorld(
      { createReceiver: () => new Promise<never>(() => undefined) },
      { now: () => at },
    );
    // The call is never answered, as when the process crashes during it.
    void crashed.react();
    await new Promise(setImmediate);
    expect(crashed.status()).to.equal('BEGUN');
    expect(await crashed.react()).to.deep.equal([]);
    expect(calls).to.have.length(1);
    expect(await crashed.readBack(), 'it may still be on its way').to.deep.equal([]);
    at = LATER;
    expect(await crashed.readBack()).to.deep.equal(['ReceiverRegistrationUnanswered']);
  });

  it('states a digest of what it asks for, which another file or detail changes', async () => {
    const digests: (string | undefined)[] = [];
    const begin: Ports['begin'] = async (_platformId, { command }) => {
      if (command.type === 'BeginRegistration') digests.push(command.digest);
      return false;
    };
    const other = { ...opened, bankAccount: { bankCode: '001' } };
    await registrationWorld(answering([]), { begin }).react();
    await registrationWorld(answering([]), { begin }).react();
    await registrationWorld(answering([]), {
      begin,
      open: async <Value>() => other as Value,
    }).react();
    const [first, second, changed] = digests;
    expect(first).to.be.a('string');
    expect(second).to.equal(first);
    expect(changed).to.not.equal(first);
  });

  it('stores the key of the receiver’s own account', async () => {
    const calls: ReceiverRequest[] = [];
    const { react, order } = registrationWorld(answering(calls, { receiverToken: 'secret-1' }));
    expect(await react()).to.deep.equal(['ReceiverRegistered']);
    expect(order).to.deep.equal(['begin', 'keep secret-1 of seller-1 at iugu']);
  });

  it('records a registration that the acquirer declines as REFUSED', async () => {
    const text = 'Balanço patrimonial é obrigatório.';
    const { react, status } = registrationWorld({
      createReceiver: async () => {
        throw new ProviderFailure('invalid', 'no', { mayHaveHappened: false, text });
      },
    });
    expect(await react()).to.deep.equal(['ReceiverRegistrationRefused']);
    expect(status()).to.equal('REFUSED');
  });

  it('records the text of a refusal without the seller’s name, document and contact', async () => {
    const text = 'ANA (529.982.247-25, 11 91234-5678), de Avenida Paulista, já tem conta';
    const { react, recorded } = registrationWorld({
      createReceiver: async () => {
        throw new ProviderFailure('invalid', 'no', { mayHaveHappened: false, text });
      },
    });
    await react();
    const refused = recorded.find(({ type }) => type === 'ReceiverRegistrationRefused');
    expect(refused?.data)
      .to.have.property('text')
      .that.matches(/já tem conta$/);
    expect(refused?.data)
      .to.have.property('text')
      .that.does.not.match(/ana|529|91234|paulista/i);
  });

  it('records a refusal without calling the acquirer if a file, the storage or the seller’s data is missing', async () => {
    const calls: ReceiverRequest[] = [];
    const withoutFile = registrationWorld(answering(calls));
    withoutFile.files.kept.clear();
    const withoutStorage = registrationWorld(answering(calls));
    withoutStorage.files.fail(true);
    const withErasedSeller = registrationWorld(answering(calls), { open: async () => undefined });
    for (const { react, order } of [withoutFile, withoutStorage, withErasedSeller]) {
      expect(await react()).to.deep.equal(['ReceiverRegistrationRefused']);
      expect(order).to.deep.equal([]);
    }
    expect(calls).to.deep.equal([]);
  });
});
