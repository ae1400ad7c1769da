import { expect } from 'chai';
import type { ReceiverRequest } from '#/domain/ports/receiver.ts';
import { sampleNow as now } from '#/domain/testing/samples.ts';
import { addSeconds } from '#/domain/values/time.ts';

import {
  LATER,
  REGISTRATION,
  answering,
  timedOut,
  registrationWorld,
} from '#/domain/testing/registrations.ts';

describe('A registration of which the log may have lost a call', () => {
  const afterFailover = { epoch: async () => ({ number: 2, since: now, began: '9' }) };
  const absence = { createReceiver: { seconds: 60 } };

  it('is not sent before the acquirer was asked when its request may repeat a lost one, however late', async () => {
    const since = addSeconds(now, -7_200);
    const ports = { epoch: async () => ({ number: 2, since, began: '0' }) };
    const calls: ReceiverRequest[] = [];
    const repeated = registrationWorld(answering(calls), ports, { mayRepeat: true });
    expect([await repeated.react(), calls]).to.deep.equal([[], []]);
    const newOne = registrationWorld(answering(calls), ports);
    expect(await newOne.react()).to.deep.equal(['ReceiverRegistered']);
  });

  it('is left to staff where the acquirer cannot search by our id', async () => {
    let at = now;
    const calls: ReceiverRequest[] = [];
    const ports = { ...afterFailover, now: () => at };
    const { react, readBack, status } = registrationWorld(answering(calls), ports);
    expect(await react()).to.deep.equal([]);
    expect(await readBack(), 'the call may still be on its way').to.deep.equal([]);
    at = LATER;
    expect(await readBack()).to.deep.equal(['ReceiverRegistrationUnanswered']);
    expect([status(), calls]).to.deep.equal(['UNANSWERED', []]);
  });

  it('is sent where the acquirer says that it has none, once that is final', async () => {
    let at = now;
    const calls: ReceiverRequest[] = [];
    const provider = { ...answering(calls), findReceiver: async () => undefined, absence };
    const { react, readBack } = registrationWorld(provider, { ...afterFailover, now: () => at });
    await react();
    at = addSeconds(now, 45);
    expect(await readBack(), 'not final yet').to.deep.equal([]);
    at = LATER;
    expect(await readBack()).to.deep.equal(['ReceiverRegistered']);
    expect(calls).to.have.length(1);
  });

  it('is not recorded as refused because of a failure on our side', async () => {
    const { files, react, status } = registrationWorld(answering([]), afterFailover);
    files.kept.clear();
    expect(await react()).to.deep.equal(['ReceiverRegistrationUnanswered']);
    expect(status()).to.equal('UNANSWERED');
  });
});

describe('readBackReceiver', () => {
  it('sends nothing again where the acquirer does not declare when absence is final', async () => {
    const calls: ReceiverRequest[] = [];
    const provider = {
      createReceiver: async (request: ReceiverRequest) => {
        calls.push(request);
        return timedOut();
      },
      findReceiver: async () => undefined,
    };
    const { react, readBack } = registrationWorld(provider);
    await react();
    expect(await readBack()).to.deep.equal([]);
    expect(calls).to.have.length(1);
  });

  it('records the acquirer’s status once', async () => {
    const { react, readBack, status } = registrationWorld({
      ...answering([]),
      getReceiver: async () => ({ providerReceiverId: 're-1', status: 'ACTIVE' }),
    });
    await react();
    expect(await readBack()).to.deep.equal(['ReceiverActivated']);
    expect(status()).to.equal('ACTIVE');
    expect(await readBack()).to.deep.equal([]);
  });

  it('leaves an unanswered registration as it is where the acquirer cannot search by our id', async () => {
    const { react, readBack, status } = registrationWorld({ createReceiver: timedOut });
    expect(await react()).to.deep.equal(['ReceiverRegistrationUnanswered']);
    expect(await readBack()).to.deep.equal([]);
    expect(status()).to.equal('UNANSWERED');
  });

  it('finds a registration by our id when its answer was lost', async () => {
    const { react, readBack } = registrationWorld({
      createReceiver: timedOut,
      findReceiver: async ({ registrationId }) =>
        registrationId === REGISTRATION
          ? { providerReceiverId: 're-1', status: 'ACTIVE' }
          : undefined,
    });
    await react();
    expect(await readBack()).to.deep.equal(['ReceiverRegistered']);
  });

  it('sends an unknown registration again under the same id once its absence is final', async () => {
    const calls: ReceiverRequest[] = [];
    const create = answering(calls).createReceiver;
    const provider = {
      createReceiver: (request: ReceiverRequest) =>
        calls.length === 0 ? create(request).then(timedOut) : create(request),
      findReceiver: async () => undefined,
      absence: { createReceiver: { seconds: 60 } },
    };
    let at = now;
    const { react, readBack } = registrationWorld(provider, { now: () => at });
    await react();
    at = addSeconds(now, 65);
    expect(await readBack()).to.deep.equal([]);
    at = addSeconds(now, 66);
    expect(await readBack()).to.deep.equal(['ReceiverRegistered']);
    expect(calls.map(({ registrationId }) => registrationId)).to.deep.equal([
      REGISTRATION,
      REGISTRATION,
    ]);
  });
});
