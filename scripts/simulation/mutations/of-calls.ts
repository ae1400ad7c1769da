import type { Mutation } from './mutation.ts';

/** Mistakes in calls of acquirers, and in the work that leads to them. */
export const mutationsOfCalls: readonly Mutation[] = [
  {
    name: 'attempt recorded after the call',
    standsFor: [1, 'payouts and refunds are sent again without looking whether they ended'],
    edits: [
      {
        file: 'ledger/dispatch.ts',
        from: 'const [begun] = await dispatch([{ command: addressed, context }]);',
        to: `void pause(3_000)
            .then(() => dispatch([{ command: addressed, context }]))
            .catch(() => undefined);
          const begun = { kind: 'done', isChanged: true };`,
      },
      {
        file: 'ledger/dispatch.ts',
        from: "{ uuid }: Pick<RandomSource, 'uuid'> =",
        to: '{ uuid, pause } =',
      },
    ],
    seed: 1,
    inputs: [],
  },
  {
    name: 'attempt with a derived id',
    standsFor: [26, 'two processes both believe that they recorded one purchase'],
    edits: [
      {
        file: 'api/payments/request-payment.ts',
        from: 'const attemptId = ports.newId();',
        to: 'const attemptId = correlation;',
      },
    ],
    seed: 179,
    inputs: [10_123, 19, 10, 7],
  },
  {
    name: 'checkpoint saved early',
    standsFor: [7, 'work is forgotten'],
    edits: [
      {
        file: 'ledger/policies/runner.ts',
        from: "if (message.kind === 'events') await take(",
        to: "await checkpoints.save(name, upTo, last); if (message.kind === 'events') await take(",
      },
    ],
    seed: 5,
    inputs: [10_002],
  },
  {
    name: 'unparked before retried',
    standsFor: [7, 'parked work is forgotten'],
    edits: [
      {
        file: 'ledger/policies/retry-parked.ts',
        from: 'const done = await redo(queue, parked);',
        to: 'await parking.unpark(parked); const done = await redo(queue, parked);',
      },
    ],
    seed: 44,
    inputs: [10_001, 10, 10_002],
  },
  {
    name: 'cache kept after an epoch',
    standsFor: [13, 'after a failover, processes believe in what the log has lost'],
    edits: [
      {
        file: 'ledger/epochs/log-cache.ts',
        from: 'if (store.rewinds() !== cachedAt) {',
        to: 'if (false) {',
      },
      {
        file: 'ledger/states/stream-states.ts',
        from: 'if (before.revision !== undefined && read[0]?.id !== before.lastId) {',
        to: 'if (false) {',
      },
    ],
    seed: 102,
    inputs: [18, 10_000, 10_030],
  },
  {
    name: 'second decline believed',
    standsFor: [1, 'a payout that was made is called declined, and made again'],
    edits: [
      {
        file: 'domain/workflows/pay-withdrawal.ts',
        from: "if (outcome.kind === 'declined' && isOnly) {",
        to: "if (outcome.kind === 'declined') {",
      },
      {
        file: 'domain/workflows/refund-at-provider.ts',
        from: "if (!isFirst) return [{ type: 'RecordUnanswered', attemptId, failure: cause, now: at }];",
        to: '',
      },
      {
        file: 'domain/workflows/refund-at-provider.ts',
        from: "if (!isFirst) return [{ type: 'RecordUnanswered', attemptId, failure: 'refused', now: at }];",
        to: '',
      },
      {
        file: 'domain/workflows/pay-withdrawal.ts',
        from: 'if (isFirst) return commands;',
        to: 'return commands;',
      },
    ],
    seed: 12,
    inputs: [10_073],
  },
  {
    name: 'absent believed at once',
    standsFor: [26.2, 'a caller that froze sends after it was believed absent'],
    edits: [
      {
        file: 'domain/acquiring/call-attempt.ts',
        from: 'isUnsent !== true && now <= addSeconds(deadline, SETTLE_SECONDS);',
        to: "isUnsent !== true && now <= deadline && now === '';",
      },
      {
        file: 'domain/acquiring/call-attempt.ts',
        from: 'seconds !== undefined &&',
        to: "calls.now !== '' || seconds !== undefined &&",
      },
    ],
    seed: 63,
    inputs: [],
  },
  {
    name: 'look-up under current credentials',
    standsFor: [26.3, 'a request is looked up under another account than it was sent'],
    edits: [
      {
        file: 'domain/workflows/acquirer-of.ts',
        from: 'if (call && isOtherAccount(call, acquirer)) throw otherAccount(provider);',
        to: '',
      },
      {
        file: 'domain/workflows/acquirer-of.ts',
        from: "{ for: 'LOOK_UP', merchantAccount: call?.merchantAccount }",
        to: "{ for: 'LOOK_UP', merchantAccount: undefined }",
      },
      {
        // As if a process had not noticed that the account was replaced.
        file: 'api/acquiring/accounts.ts',
        from: ': accounts.get(keyOf(place));',
        to: ": ((use?.for === 'CALL' ? await openFormer(place, undefined) : undefined) ?? accounts.get(keyOf(place)));",
      },
    ],
    seed: 10,
    inputs: [10_095, 10_007],
  },
  {
    name: 'hold after the call',
    standsFor: [26.5, 'a refund and a withdrawal spend the same balance'],
    edits: [
      {
        file: 'domain/policies/carry-out-refund.ts',
        from: 'if (receivables === undefined) {',
        to: 'if (receivables !== null) {',
      },
    ],
    seed: 2,
    inputs: [3, 12, 5, 17, 2, 19, 11, 16, 1, 18, 0, 6, 8, 14],
  },
  {
    name: 'repetition with other bytes',
    standsFor: [26.7, 'a repetition has another body'],
    edits: [
      {
        file: 'adapters/payments/providers/sandbox.ts',
        from: 'description: request.description,',
        to: 'description: `${request.description} ${request.attempt?.deadline}`,',
      },
    ],
    seed: 90,
    inputs: [10_006, 10_008, 6],
  },
  {
    name: 'called again while the first call is under way',
    standsFor: [
      10,
      'a charge whose acquirer is slow is made again while its first call is under way',
    ],
    edits: [
      {
        file: 'domain/workflows/attempt.ts',
        from: 'if (last !== null && !isRepeatable && mayBeUnderWay(last, now)) return undefined;',
        to: '',
      },
      {
        file: 'domain/acquiring/call-attempt.ts',
        from: 'if (last && !isRepeatable && mayBeUnderWay(last, at)) return undefined;',
        to: '',
      },
    ],
    seed: 1,
    inputs: [16],
  },
  {
    name: 'captured while the call for the charge is under way',
    edits: [
      {
        file: 'domain/payment/decider.ts',
        from: "if (status !== 'PENDING' || (charge && mayBeUnderWay(charge, command.now))) return [];",
        to: "if (status !== 'PENDING' || charge === undefined) return [];",
      },
    ],
    seed: 4,
    inputs: [10_091, 10_090, 10_092, 7, 4],
  },
];
