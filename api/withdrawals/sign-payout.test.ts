import { expect } from 'chai';
import { signingKey } from '#/domain/platform/signing-key.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { cents } from '#/domain/values/money.ts';
import { sampleNow as now, sampleWithdrawal } from '#/domain/testing/samples.ts';
import { withdrawal } from '#/domain/withdrawal/decider.ts';
import { statementText, type SignedStatement } from '#/domain/withdrawal/statement.ts';
import type { WithdrawalCommand } from '#/domain/withdrawal/commands.ts';
import type { PayoutToSign } from '#/domain/workflows/reaction.ts';
import { isSignedBy } from '#/ledger/ed25519.ts';
import type { Recorded } from '#/ledger/event-store.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import { thisMachine } from '#/ledger/machine.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { createMemoryCredentials } from '#/ledger/vault/memory-credentials.ts';
import { adoptSigningKey, createPayoutSigning } from './sign-payout.ts';

const PAYOUT: PayoutToSign = {
  withdrawalId: 'w-1',
  platformId: 'demo',
  amount: cents(4_850),
  currency: 'BRL',
  destination: {
    blinding: 'no one can guess this',
    document: '52998224725',
    name: 'Ana',
    pixKey: 'ana@example.com',
    pixType: 'EMAIL',
  },
};

const context = { platform: 'demo', actor: 'system', correlation: 'w-1' };

const signingWorld = (log: Recorded[] = []) => {
  const store = createMemoryStore(log);
  const handler = createCommandHandler({ store });
  const credentials = createMemoryCredentials();
  const parts = { handler, credentials, machine: thisMachine, now: () => now };
  const open = () => createPayoutSigning(parts);
  const send = async (...commands: readonly WithdrawalCommand[]): Promise<void> => {
    for (const command of commands) {
      const by = { ...context, commandId: thisMachine.uuid() };
      await handler.handle(withdrawal, 'withdrawal-w-1', command, by);
    }
  };
  const beginWith = (signed: SignedStatement | undefined) =>
    ({
      type: 'BeginPayout',
      signed,
      attemptId: thisMachine.uuid(),
      after: null,
      epoch: 1,
      now,
    }) as const;
  const begin = (signed: SignedStatement | undefined): Promise<void> =>
    send({ type: 'RequestWithdrawal', withdrawal: sampleWithdrawal }, beginWith(signed));
  const keys = async () => (await handler.load(signingKey, streamOf('signingKey', 'demo'))).state;
  return { store, parts, credentials, open, send, begin, beginWith, keys };
};

const codeOf = (signing: Promise<unknown>): Promise<unknown> =>
  signing.then(
    () => 'signed',
    (error: unknown) => Object(error).code,
  );

const isValid = (signed: SignedStatement | undefined, withdrawalId = 'w-1'): boolean => {
  if (signed === undefined) return false;
  const text = statementText(withdrawalId, 'demo', signed);
  return isSignedBy(signed.keyId, Buffer.from(text), signed.signature);
};

describe('The signature of a payout', () => {
  it('is made with a key that the platform gets at its first payout, and keeps', async () => {
    const { open, keys, credentials } = signingWorld();
    const first = await open().sign(PAYOUT);
    const second = await open().sign({ ...PAYOUT, withdrawalId: 'w-2' });
    expect(isValid(first)).to.equal(true);
    expect(second?.keyId).to.equal(first?.keyId);
    expect((await keys()).all).to.deep.equal([first?.keyId]);
    expect(await credentials.names('signing:demo')).to.deep.equal([first?.keyId]);
  });

  it('is made with one key when two processes sign the first payouts at once', async () => {
    const { open, keys, credentials } = signingWorld();
    const signed = await Promise.all([
      open().sign(PAYOUT),
      open().sign({ ...PAYOUT, withdrawalId: 'w-2' }),
      open().sign({ ...PAYOUT, withdrawalId: 'w-3' }),
    ]);
    const { all } = await keys();
    expect(new Set(signed.map((each) => each?.keyId))).to.deep.equal(new Set(all));
    expect(all).to.have.length(1);
    expect(await credentials.names('signing:demo')).to.have.length(1);
  });

  it('holds for a repetition of the same payout, and for nothing else', async () => {
    const { open, begin } = signingWorld();
    await begin(await open().sign(PAYOUT));
    // Undefined, because the recorded signature is valid.
    expect(await open().sign(PAYOUT)).to.equal(undefined);
    const { destination } = PAYOUT;
    const others: readonly PayoutToSign[] = [
      { ...PAYOUT, amount: cents(4_851) },
      { ...PAYOUT, destination: { ...destination, pixKey: 'thief@example.com' } },
      { ...PAYOUT, destination: { ...destination, name: 'Eva' } },
      { ...PAYOUT, destination: { ...destination, document: '11144477735' } },
      { ...PAYOUT, destination: { ...destination, blinding: 'another' } },
    ];
    for (const other of others)
      expect(await codeOf(open().sign(other))).to.equal('withdrawal/not-signed');
  });

  it('fits no other approver than the one on record when it was made', async () => {
    const log: Recorded[] = [];
    const { credentials, open, send, beginWith } = signingWorld(log);
    const approval = { people: 1, reasons: ['ABOVE_LIMIT' as const] };
    const approve = { type: 'ApprovePayout', by: 'admin:ana', staffRevision: 0 } as const;
    await send(
      { type: 'RequestWithdrawal', withdrawal: { ...sampleWithdrawal, approval } },
      { ...approve, earlier: [], now },
    );
    const signed = await open().sign(PAYOUT);
    expect(signed?.approvers).to.deep.equal(['admin:ana']);
    await send(beginWith(signed));
    expect(await open().sign(PAYOUT), 'it fits').to.equal(undefined);
    const changed = log.map((event) =>
      event.type === 'WithdrawalApproved'
        ? { ...event, data: event.data.replaceAll('admin:ana', 'admin:eva') }
        : event,
    );
    const { parts } = signingWorld(changed);
    const signing = createPayoutSigning({ ...parts, credentials });
    expect(await codeOf(signing.sign(PAYOUT))).to.equal('withdrawal/not-signed');
  });

  it('is not accepted from a key that the platform did not adopt', async () => {
    const stranger = signingWorld();
    const { open, begin } = signingWorld();
    await begin(await stranger.open().sign(PAYOUT));
    expect(await codeOf(open().sign(PAYOUT))).to.equal('withdrawal/not-signed');
  });

  it('stays valid after the platform adopted another key, and a lost secret leads to a new key', async () => {
    const { parts, open, begin, keys, credentials } = signingWorld();
    const first = await open().sign(PAYOUT);
    await begin(first);
    const by = { ...context, commandId: thisMachine.uuid() };
    const next = await adoptSigningKey(parts, 'demo', first?.keyId ?? null, by);
    expect(await open().sign(PAYOUT)).to.equal(undefined);
    expect((await open().sign({ ...PAYOUT, withdrawalId: 'w-2' }))?.keyId).to.equal(next);
    await credentials.remove('signing:demo', next);
    const after = await open().sign({ ...PAYOUT, withdrawalId: 'w-3' });
    expect(isValid(after, 'w-3')).to.equal(true);
    expect((await keys()).all).to.deep.equal([first?.keyId, next, after?.keyId]);
    expect(after?.keyId).to.equal((await keys()).current);
  });

  it('reveals no destination to anyone who lacks the blinding value', async () => {
    const { open, store, begin } = signingWorld();
    const signed = await open().sign(PAYOUT);
    await begin(signed);
    const other = await open().sign({
      ...PAYOUT,
      withdrawalId: 'w-2',
      destination: { ...PAYOUT.destination, blinding: 'another' },
    });
    expect(other?.destination).not.to.equal(signed?.destination);
    for await (const events of store.readAll({}))
      for (const { data } of events) expect(data).not.to.include('ana@example.com');
  });
});
