import { expect } from 'chai';
import { ONLY_EPOCH } from '#/domain/testing/ports.ts';
import { sampleNow as at, sampleSealed } from '#/domain/testing/samples.ts';
import { tellOfNewDevice } from './tell-of-new-device.ts';

const ID = '6a4b9a0e-0f8e-5d5c-8a52-2b1c9f5ab111';

const signedIn = (isKnownDevice: boolean) =>
  ({
    type: 'SignedIn',
    id: ID,
    aggregateId: 'staff-admin-1',
    position: '1',
    data: {
      platformId: 'demo',
      kind: 'staff',
      personId: 'admin-1',
      address: sampleSealed,
      failures: 0,
      isKnownDevice,
      at,
    },
  }) as const;

const react = (isKnownDevice: boolean) =>
  tellOfNewDevice.react(signedIn(isKnownDevice), { now: at, epoch: ONLY_EPOCH });

describe('A sign-in', () => {
  it('at a browser that was not known leads to one mail, which has the id of the sign-in', () => {
    const [request, ...more] = react(false);
    expect(request).to.deep.include({ to: 'mail', id: ID });
    expect(request?.command).to.deep.equal({
      type: 'RequestMail',
      mail: {
        platformId: 'demo',
        to: { kind: 'staff', personId: 'admin-1' },
        language: 'pt-BR',
        content: { template: 'new-device', signedInAt: at, address: sampleSealed },
        at,
      },
    });
    expect(more).to.deep.equal([]);
  });

  it('at a known browser leads to none', () => {
    expect(react(true)).to.deep.equal([]);
  });
});
