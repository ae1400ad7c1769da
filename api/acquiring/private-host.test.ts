import { expect } from 'chai';
import { isPrivateHost } from './private-host.ts';

describe('an address of an acquirer', () => {
  it('that leads into our own network is seen through, however it is written', () => {
    for (const host of [
      'localhost',
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '10.1.2.3',
      '169.254.169.254',
      '[::1]',
      '[::ffff:10.0.0.1]',
      '[fd00::1]',
      'postgres',
      'db.internal',
      'api.localhost.',
    ]) {
      expect(isPrivateHost(`https://${host}/v1`), host).to.equal(true);
    }
    for (const host of ['api.pagar.me', '8.8.8.8', '[2606:4700::1111]']) {
      expect(isPrivateHost(`https://${host}/v1`), host).to.equal(false);
    }
  });
});
