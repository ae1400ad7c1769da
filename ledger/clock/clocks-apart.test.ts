import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { streamOf } from '#/domain/values/ids.ts';
import type { WithdrawResult } from '#/domain/ports/payout.ts';
import { portsTo } from '#/domain/testing/ports.ts';
import { sampleNow, sampleWithdrawal } from '#/domain/testing/samples.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { withdrawal } from '#/domain/withdrawal/decider.ts';
import { payWithdrawal } from '#/domain/workflows/pay-withdrawal.ts';
import { readBackWithdrawal } from '#/domain/workflows/read-back.ts';
import { createAccountPeriods } from '#/ledger/accounts/periods.ts';
import { createDispatcher, recordCalls } from '#/ledger/dispatch.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { thisMachine } from '#/ledger/machine.ts';
import { context } from '#/ledger/testing/policy-world.ts';
import { watchClock, type ClockWatch } from './watch.ts';

/** Seconds by which the clocks of the caller, which sends the payout, and of the other process, which reads it back, are ahead of the log's. */
const APART = [
  {
    which: 'the caller’s clock is behind',
    callersClock: -180,
    othersClock: 0,
    sender: 'the other',
  },
  { which: 'the other’s is ahead', callersClock: 0, othersClock: 180, sender: 'the caller' },
];

describe('A payout of two processes whose clocks are minutes apart', () => {
  const watches: ClockWatch[] = [];
  afterEach(() => Promise.all(watches.splice(0).map((watch) => watch.stop())));

  for (const { which, callersClock, othersClock, sender } of APART) {
    it(`is sent once, by the process whose clock is right: ${which}`, async () => {
      const log = { now: sampleNow };
      const store = createMemoryStore([], { now: () => log.now });
      const sent: string[] = [];
      const processWith = async (name: string, secondsAhead: number) => {
        const now = () => addSeconds(log.now, secondsAhead);
        const clock = await watchClock({
          machine: {
            ...thisMachine,
            wallMs: () => Date.parse(now()),
            elapsedMs: () => Date.parse(log.now),
          },
          sharedMs: async () => Date.parse(log.now),
          onFailure: () => undefined,
        });
        watches.push(clock);
        const handler = createCommandHandler({ store });
        const accounts = createAccountPeriods({ handler, store });
        const ports = {
          ...portsTo({
            absence: { withdraw: { seconds: 60 } },
            findWithdraw: async () => undefined,
            // The request arrives, but its answer is lost.
            withdraw: () => {
              sent.push(name);
              return new Promise<WithdrawResult>(() => undefined);
            },
          }),
          begin: recordCalls(createDispatcher({ handler, accounts, now })),
          isClockTrue: clock.isTrue,
          now,
        };
        return { handler, ports };
      };
      const caller = await processWith('the caller', callersClock);
      const other = await processWith('the other', othersClock);
      const data = { ...sampleWithdrawal, heldIn: 1, at: caller.ports.now() };
      const stream = streamOf('withdrawal', 'w-1');
      const open = { type: 'RequestWithdrawal', withdrawal: data } as const;
      await caller.handler.handle(withdrawal, stream, open, context());
      const requested = { type: 'WithdrawalRequested', data } as const;
      const happened = { ...requested, id: randomUUID(), aggregateId: 'w-1', position: '1' };
      void payWithdrawal.react(happened, caller.ports);
      await new Promise(setImmediate);
      log.now = addSeconds(sampleNow, 4);
      const { state } = await other.handler.load(withdrawal, stream);
      if (state.status === 'NONE') throw new Error('no payout was opened');
      void readBackWithdrawal('w-1', state, other.ports);
      await new Promise(setImmediate);
      expect(sent).to.deep.equal([sender]);
    });
  }
});
