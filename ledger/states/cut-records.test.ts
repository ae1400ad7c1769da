import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { sampleNow as now } from '#/domain/testing/samples.ts';
import { createAccountPeriods } from '#/ledger/accounts/periods.ts';
import { createDispatcher, type Dispatch } from '#/ledger/dispatch.ts';
import { RecordCut, type EventStore } from '#/ledger/event-store.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';

const storeWithout = (missing: string): EventStore => {
  const store = createMemoryStore();
  return {
    append: (...append) => store.append(...append),
    readStream: async (stream, options) => {
      if (stream === missing) throw new RecordCut({ stream, how: 'it was deleted' });
      return store.readStream(stream, options);
    },
    readAll: (options) => store.readAll(options),
    subscribe: (options) => store.subscribe(options),
    head: () => store.head(),
    rewinds: () => store.rewinds(),
    lineage: () => store.lineage(),
    checkpoints: store.checkpoints,
    close: () => store.close(),
  };
};

const settling = (id: string): Dispatch => ({
  command: { to: 'payment', id, command: { type: 'SettleRefund', refundId: 'r1', now } },
  context: { commandId: randomUUID(), platform: 'demo', actor: 'system', correlation: id },
});

describe('Command to a cut stream', () => {
  it('fails with the reason of the cut, without affecting commands to other streams', async () => {
    const store = storeWithout('payment-p1');
    const handler = createCommandHandler({ store });
    const accounts = createAccountPeriods({ handler, store });
    const dispatch = createDispatcher({ handler, accounts, now: () => now });
    const [cut, intact] = await dispatch([settling('p1'), settling('p2')]);
    expect(cut).to.deep.include({ kind: 'failed' });
    expect(cut).to.have.nested.property(
      'error.message',
      'the record of payment-p1 is cut: it was deleted',
    );
    expect(intact?.kind).to.be.oneOf(['done', 'refused']);
  });
});
