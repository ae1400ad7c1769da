import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { replay } from '#/domain/aggregates/aggregate.ts';
import type { WithdrawResult } from '#/domain/ports/payout.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import { portsTo } from '#/domain/testing/ports.ts';
import { sampleNow as now, sampleWithdrawal } from '#/domain/testing/samples.ts';
import { agreed } from '#/domain/testing/two-people.ts';
import { cents } from '#/domain/values/money.ts';
import { addSeconds } from '#/domain/values/time.ts';
import type { WithdrawalCommand } from '#/domain/withdrawal/commands.ts';
import {
  withdrawal,
  type RequestedWithdrawal,
  type WithdrawalEvent,
} from '#/domain/withdrawal/decider.ts';
import type { Ports } from './reaction.ts';
import { readBackWithdrawal } from './read-back.ts';

/** The log has lost calls from before. */
const epoch = { number: 2, since: now, began: '1' };
const LATER = addSeconds(now, 3_600);
/** So late that a payout without a final answer is left to staff. */
const DAYS_LATER = addSeconds(now, 4 * 86_400);

const paid: WithdrawResult = { withdrawId: 'out-1', status: 'APPROVED', amount: cents(4_850) };
const refused: WithdrawResult = { ...paid, withdrawId: 'out-0', status: 'REJECTED' };

const away = new ProviderFailure('unauthorized', 'revoked keys', { mayHaveHappened: false });

/** What an account says about the payout. */
type Says = WithdrawResult | ProviderFailure;

const requested: WithdrawalEvent = {
  type: 'WithdrawalRequested',
  data: { ...sampleWithdrawal, heldIn: null },
};

const stateAfter = (
  events: readonly WithdrawalEvent[],
  before?: RequestedWithdrawal,
): RequestedWithdrawal => {
  const state = replay(withdrawal, events, before);
  return state.status === 'NONE' ? expect.fail('nothing was requested') : state;
};

type SaidIn = Readonly<Record<string, Says>>;

const stateAfterAll = (
  commands: readonly WithdrawalCommand[],
  before: RequestedWithdrawal,
): RequestedWithdrawal =>
  commands.reduce((last, command) => stateAfter(withdrawal.decide(command, last), last), before);

/** @param says by account; one without an entry does not know the payout */
const readBackAgain = async (before: RequestedWithdrawal, says: SaidIn, at = LATER) => {
  const sent: string[] = [];
  const ports = { ...portsTo({}, at), epoch: async () => epoch };
  const providers: Ports['providers'] = async (id, platformId, use) => {
    const named = use?.for === 'LOOK_UP' ? use.merchantAccount : undefined;
    const merchantAccount = named ?? 'connected';
    return {
      ...(await ports.providers(id, platformId)),
      merchantAccount,
      ...(use?.for === 'SEARCH' && { formerAccounts: ['first', 'second'] }),
      absence: { withdraw: { seconds: 60 } },
      findWithdraw: async () => {
        const said = says[merchantAccount];
        if (said instanceof ProviderFailure) throw said;
        return said;
      },
      withdraw: async () => {
        sent.push(merchantAccount);
        return paid;
      },
    };
  };
  const commands = await readBackWithdrawal('w-1', before, { ...ports, providers });
  return { state: stateAfterAll(commands, before), sent };
};

const readBack = (says: SaidIn, ...calls: readonly WithdrawalEvent[]) =>
  readBackAgain(stateAfter([requested, ...calls]), says);

const callIn = (merchantAccount: string): WithdrawalEvent => ({
  type: 'WithdrawalAttempted',
  data: {
    attemptId: randomUUID(),
    ordinal: 1,
    provider: sampleWithdrawal.provider,
    epoch: 1,
    merchantAccount,
    deadline: now,
    at: now,
  },
});

describe('A payout whose call the log has lost, and whose account was replaced', () => {
  it('is found in each former account, booked there, and not sent again', async () => {
    for (const account of ['first', 'second']) {
      const { state, sent } = await readBack({ [account]: paid });
      expect(state).to.include({ status: 'SETTLED', merchantAccount: account });
      expect(sent).to.deep.equal([]);
    }
  });

  it('is found in the account of its lost call, though an earlier call is on record in another one', async () => {
    for (const says of [{ second: paid }, { first: refused, second: paid }]) {
      const { state, sent } = await readBack(says, callIn('first'));
      expect(state).to.include({ status: 'SETTLED', merchantAccount: 'second' });
      expect(sent).to.deep.equal([]);
    }
  });

  it('is not sent while one of the accounts gives no answer, unless another one has it', async () => {
    const { state, sent } = await readBack({ first: away });
    expect([state.status, sent]).to.deep.equal(['PENDING', []]);
    const found = await readBack({ first: away, second: paid });
    expect(found.state).to.include({ status: 'SETTLED', merchantAccount: 'second' });
  });

  it('is asked about in that account afterwards, though the last call on record was in another one', async () => {
    const found = await readBack({ first: refused, second: paid }, callIn('first'));
    const again = await readBackAgain(found.state, { first: refused, second: paid });
    expect(again.state).to.include({ status: 'SETTLED', merchantAccount: 'second' });
    const returned = { ...paid, status: 'REJECTED' } as const;
    const { state } = await readBackAgain(found.state, { first: away, second: returned });
    expect(state.status).to.equal('RETURNED');
  });

  describe('and which staff decide', () => {
    /** Two people agree that it was made. */
    const decide = (state: RequestedWithdrawal): RequestedWithdrawal =>
      stateAfterAll(
        agreed('payout', 'HAPPENED').map((command) =>
          command.type === 'ConfirmResolution'
            ? { ...command, merchantAccount: 'connected' }
            : command,
        ),
        state,
      );

    const cases: Readonly<Record<string, WithdrawResult>> = {
      'is still under way there': { ...paid, status: 'PENDING' },
      'was made there with another amount': { ...paid, amount: cents(4_849) },
    };
    for (const [how, said] of Object.entries(cases))
      for (const calls of [[], [callIn('first')]])
        it(`is booked in the former account if it ${how}, after ${calls.length} calls on record`, async () => {
          const found = stateAfter([requested, ...calls]);
          const { state } = await readBackAgain(found, { second: said }, DAYS_LATER);
          expect(state.merchantAccount).to.equal('second');
          expect(decide(state)).to.include({ status: 'SETTLED', merchantAccount: 'second' });
        });
  });

  it('is sent once when no account has it', async () => {
    const { state, sent } = await readBack({});
    expect([state.status, sent]).to.deep.equal(['SENT', ['connected']]);
  });
});
