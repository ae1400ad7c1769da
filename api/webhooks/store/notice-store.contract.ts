import { boundingContract } from '#/api/webhooks/store/contract/bounding.contract.ts';
import { claimingContract } from '#/api/webhooks/store/contract/claiming.contract.ts';
import { keepingContract } from '#/api/webhooks/store/contract/keeping.contract.ts';
import { queueingContract } from '#/api/webhooks/store/contract/queueing.contract.ts';
import type { NoticesUnderTest } from '#/api/webhooks/store/contract/samples.ts';

/** @param open returns a store without notices */
export const noticeStoreContract = (name: string, open: () => Promise<NoticesUnderTest>): void => {
  describe(`${name} keeps the contract of the store of notices`, () => {
    let opened: NoticesUnderTest | undefined;
    const current = (): NoticesUnderTest => {
      if (opened === undefined) throw new Error('no store is open');
      return opened;
    };

    beforeEach(async () => {
      opened = await open();
    });

    afterEach(async () => {
      await opened?.dispose();
      opened = undefined;
    });

    keepingContract(current);
    queueingContract(current);
    claimingContract(current);
    boundingContract(current);
  });
};
