import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { canonicalJson } from '#/domain/values/canonical-json.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { signingKey } from '#/domain/platform/signing-key.ts';
import type { RandomSource } from '#/domain/ports/machine.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import type { Approval } from '#/domain/withdrawal/approval.ts';
import { withdrawal } from '#/domain/withdrawal/decider.ts';
import { statementText, type SignedStatement } from '#/domain/withdrawal/statement.ts';
import type { PayoutToSign, Ports } from '#/domain/workflows/reaction.ts';
import { isSignedBy, readSigningKey, type SigningKey } from '#/ledger/ed25519.ts';
import type { CommandContext, CommandHandler } from '#/ledger/handle-command.ts';
import type { Credentials } from '#/ledger/vault/credentials.ts';

export interface SigningDependencies {
  readonly handler: CommandHandler;
  readonly credentials: Credentials;
  readonly machine: RandomSource;
  readonly now: () => Timestamp;
}

/** Name under which a platform's private signing keys are stored; each is a seed in base64, named by its public key. */
const signingKeysOf = (platformId: string): string => `signing:${platformId}`;

const SEED_BYTES = 32;

/** Makes a new key in place of `after` (null = none), unless another one has replaced that. @returns the public key in use */
export const adoptSigningKey = async (
  { handler, credentials, machine, now }: SigningDependencies,
  platformId: string,
  after: string | null,
  context: CommandContext,
): Promise<string> => {
  const seed = machine.bytes(SEED_BYTES).toString('base64');
  const { id: keyId } = readSigningKey(seed);
  // Stored before the key is recorded: a recorded key without its secret could sign nothing.
  await credentials.put(signingKeysOf(platformId), keyId, seed);
  const stream = streamOf('signingKey', platformId);
  const command = { type: 'AdoptKey', platformId, keyId, after, now: now() } as const;
  const { state } = await handler.handle(signingKey, stream, command, context);
  if (state.current !== keyId) await credentials.remove(signingKeysOf(platformId), keyId);
  return state.current ?? keyId;
};

/** The destination has a random blinding value, so that no one can guess the destination from the digest. */
export const commitmentOf = (destination: PayoutToSign['destination']): string =>
  hash('sha256', canonicalJson(destination), 'hex');

const approversOf = (approvals: readonly Approval[]): string[] => approvals.map(({ by }) => by);

/** True if a statement is about this payout and those who approved it, and signed with one of the platform's keys. */
const isAbout = (
  {
    signed,
    approvals,
  }: { readonly signed: SignedStatement; readonly approvals: readonly Approval[] },
  { withdrawalId, platformId, amount, currency, destination }: PayoutToSign,
  keys: readonly string[],
): boolean => {
  const text = statementText(withdrawalId, platformId, {
    ...signed,
    amount,
    approvers: approversOf(approvals),
    currency,
    destination: commitmentOf(destination),
  });
  const { keyId, signature } = signed;
  return keys.includes(keyId) && isSignedBy(keyId, Buffer.from(text), signature);
};

const KEYS_IN_MEMORY = 100;

/** Signs payouts with the keys of their platforms (people.153). The first payout makes the key. */
export const createPayoutSigning = (
  dependencies: SigningDependencies,
): Pick<Ports['payouts'], 'find' | 'sign'> => {
  const { handler, credentials, now } = dependencies;
  // Entries do not become stale: a public key always has the same private key.
  const opened = new LRUCache<string, SigningKey>({ max: KEYS_IN_MEMORY });

  const openKey = async (platformId: string, keyId: string): Promise<SigningKey | undefined> => {
    const cached = opened.get(keyId);
    if (cached) return cached;
    const seed = await credentials.get(signingKeysOf(platformId), keyId);
    if (typeof seed !== 'string') return undefined;
    const key = readSigningKey(seed);
    opened.set(keyId, key);
    return key;
  };

  const keyOf = async (platformId: string): Promise<SigningKey> => {
    const stream = streamOf('signingKey', platformId);
    const { current } = (await handler.load(signingKey, stream)).state;
    const key = current === null ? undefined : await openKey(platformId, current);
    if (key) return key;
    // The new public key is recorded, so that signatures can be verified.
    const adopted = await adoptSigningKey(dependencies, platformId, current, {
      commandId: dependencies.machine.uuid(),
      platform: platformId,
      actor: 'system',
      correlation: platformId,
    });
    const next = await openKey(platformId, adopted);
    if (!next) throw new Error(`no private key of ${platformId} fits its public key ${adopted}`);
    return next;
  };

  const find: Ports['payouts']['find'] = async (withdrawalId) => {
    const { state } = await handler.load(withdrawal, streamOf('withdrawal', withdrawalId));
    return state.status === 'NONE' ? undefined : state;
  };

  return {
    find,
    /**
     * Returns undefined if the payout is signed already. @throws Refused `withdrawal/not-signed` if that signature is about something else
     */
    sign: async (payout) => {
      const { withdrawalId, platformId, amount, currency, destination } = payout;
      const recorded = await find(withdrawalId);
      const { signed, approvals = [] } = recorded ?? {};
      if (signed) {
        const { all } = (await handler.load(signingKey, streamOf('signingKey', platformId))).state;
        if (isAbout({ signed, approvals }, payout, all)) return undefined;
        throw new Refused('withdrawal/not-signed');
      }
      const statement = {
        amount,
        approvers: approversOf(approvals),
        currency,
        destination: commitmentOf(destination),
        signedAt: now(),
      };
      const key = await keyOf(platformId);
      const text = statementText(withdrawalId, platformId, statement);
      return { ...statement, keyId: key.id, signature: key.sign(Buffer.from(text)) };
    },
  };
};
