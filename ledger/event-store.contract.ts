import type { StoreUnderTest } from '#/ledger/contract/samples.ts';
import { appendingContract } from '#/ledger/contract/appending.ts';
import { checkpointsContract } from '#/ledger/contract/checkpointing.ts';
import { contendingContract } from '#/ledger/contract/contending.ts';
import { hidingContract } from '#/ledger/contract/hiding.ts';
import { lineageContract } from '#/ledger/contract/lineage.ts';
import { readingContract } from '#/ledger/contract/reading.ts';

/** @param open returns a store with an empty log */
export const eventStoreContract = (name: string, open: () => Promise<StoreUnderTest>): void => {
  describe(`${name} keeps the contract of the event store`, () => {
    let opened: StoreUnderTest | undefined;
    const current = (): StoreUnderTest => {
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

    appendingContract(current);
    contendingContract(current);
    readingContract(current);
    hidingContract(current);
    checkpointsContract(current);
    lineageContract(current);
  });
};
