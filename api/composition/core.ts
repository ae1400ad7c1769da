import type { Clock, Machine } from '#/domain/ports/machine.ts';
import { holdsFor } from '#/domain/account/state.ts';
import { streamOf } from '#/domain/values/ids.ts';
import type { FileStorage } from '#/domain/ports/file-storage.ts';
import { payment } from '#/domain/payment/decider.ts';
import { sumBesidesRefund } from '#/domain/payment/refunds.ts';
import type { PaymentProviders } from '#/domain/ports/payment-provider.ts';
import type { Ports } from '#/domain/workflows/reaction.ts';
import type { Identity } from '#/domain/privacy/encrypted.ts';
import { receiver } from '#/domain/receiver/decider.ts';
import { registrationOf } from '#/domain/receiver/registration-call.ts';
import { seller } from '#/domain/seller/seller.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import { createAccountPeriods, type AccountPeriods } from '#/ledger/accounts/periods.ts';
import { createDispatcher, recordCalls, type Dispatcher } from '#/ledger/dispatch.ts';
import { createEpochs, type Epochs } from '#/ledger/epochs/epochs.ts';
import type { EventStore } from '#/ledger/event-store.ts';
import { createCommandHandler, type CommandHandler } from '#/ledger/handle-command.ts';
import { createIdempotency, type Idempotency, type RefusalStore } from '#/ledger/idempotency.ts';
import { createRecordCache, type RecordCache } from '#/ledger/states/record-cache.ts';
import { createTransactions, type FindPaidByTransfer } from '#/ledger/transactions.ts';
import type { Credentials } from '#/ledger/vault/credentials.ts';
import type { Vault } from '#/ledger/vault/personal-data.ts';
import type { RegistrationRow } from '#/projections/receivers/receivers.ts';
import { createAcquiring, type Acquiring } from '#/api/acquiring/acquiring.ts';
import { requireConnected } from '#/api/acquiring/require-connected.ts';
import type { EncryptedCards } from '#/api/payments/cards/encrypted-card.ts';
import { createMayCharge } from '#/api/payments/may-charge.ts';
import { createRecentCharges, type RecentCharges } from '#/api/payments/recent-charges.ts';
import type { TwinPurchases } from '#/api/payments/twin-purchases.ts';
import { encryptPrivateFiles, type PrivateFilesPlace } from '#/api/files/private-files.ts';
import type { ServedFiles } from '#/api/files/routes.ts';
import { remember } from '#/api/reads/remember.ts';
import type { LookUps } from '#/api/investigations/look-ups.ts';
import { findObstacle } from '#/api/withdrawals/payable.ts';
import { createPayoutSigning } from '#/api/withdrawals/sign-payout.ts';
import { withDeadlinePaused } from '#/api/http/request-deadline.ts';

/** The log, what reads and writes it, and the ports that reactions use. */
export interface Core {
  readonly store: EventStore;
  readonly handler: CommandHandler;
  /** Records of offers, people, platforms and the like, at most 100 ms old. */
  readonly records: RecordCache;
  readonly accounts: AccountPeriods;
  readonly dispatch: Dispatcher;
  readonly idempotent: Idempotency;
  readonly vault: Vault;
  readonly credentials: Credentials;
  /** Whether the sandbox acquirer is there. */
  readonly hasSandbox: boolean;
  readonly cards: EncryptedCards;
  /** Joins equal purchases of one browser. */
  readonly twins: TwinPurchases;
  readonly recentCharges: RecentCharges;
  /** Storage of public and private files; it encrypts the private ones. */
  readonly files: FileStorage;
  /** The private files that this server itself sends and receives. */
  readonly privateFiles: ServedFiles;
  readonly ports: Ports;
  readonly findRegistration: FindRegistration;
  readonly lookUps: LookUps;
  readonly epochs: Epochs;
  readonly acquiring: Omit<Acquiring, 'providers'>;
  readonly machine: Machine;
  readonly now: () => Timestamp;
}

/** Owner, in `credentials`, of the keys that acquirers issued for a seller's own accounts. */
export const receiverTokensOf = (sellerId: string): string => `receiver:${sellerId}`;

/** How long a token is cached: the keys of a seller's new account take effect at most this much later. */
const RECEIVER_TOKEN_MS = 5_000;

const createSellerPorts = (
  records: RecordCache,
  vault: Vault,
  credentials: Credentials,
  clock: Clock,
) => {
  const tokens = remember(
    async (key) => {
      const [sellerId = '', provider = ''] = key.split('\n');
      const token = await credentials.get(receiverTokensOf(sellerId), provider);
      return typeof token === 'string' ? token : undefined;
    },
    { forMs: RECEIVER_TOKEN_MS, clock },
  );
  return {
    documentOf: async (sellerId: string): Promise<string | undefined> => {
      const { state } = await records.load(seller, streamOf('seller', sellerId));
      if (state.status === 'ABSENT') return undefined;
      return (await vault.decrypt<Identity>(state.details.identity))?.document;
    },
    receiverTokenOf: (sellerId: string, provider: string) => tokens.get(`${sellerId}\n${provider}`),
  };
};

/** Returns until when a seller's withdrawals, or those to one destination, are paused; undefined = they are not. */
export type PausedUntilOf = (
  core: Pick<Core, 'handler' | 'now'>,
  sellerId: string,
  destinationId?: string,
) => Promise<Timestamp | undefined>;

/** Returns a registration's seller and acquirer, which the name of its stream does not state. */
type FindRegistration = (
  registrationId: string,
) => Promise<Pick<RegistrationRow, 'sellerId' | 'provider'> | undefined>;

/** Names events that the log has lost. */
export type FindMissing = (store: EventStore) => Promise<readonly string[]>;

export interface CoreDependencies {
  readonly store: EventStore;
  readonly vault: Vault;
  readonly credentials: Credentials;
  readonly hasSandbox: boolean;
  readonly cards: EncryptedCards;
  readonly providers: PaymentProviders;
  readonly files: PrivateFilesPlace;
  readonly secretName: Ports['secretName'];
  readonly digest: Ports['digest'];
  readonly isClockTrue: Ports['isClockTrue'];
  readonly webhookUrl: Ports['webhookUrl'];
  readonly checkoutUrl: Ports['checkoutUrl'];
  readonly pausedUntil: PausedUntilOf;
  readonly findPaidByTransfer: FindPaidByTransfer;
  readonly findRegistration: FindRegistration;
  readonly lookUps: LookUps;
  readonly idempotencySecret: Buffer;
  readonly refusedPurchases: RefusalStore;
  readonly twins: TwinPurchases;
  /** Absent = lost events are not looked for, as in a seed. */
  readonly findMissing?: FindMissing;
  readonly machine: Machine;
  readonly now: () => Timestamp;
  /** Reads the clock that all processes share, milliseconds since 1970. */
  readonly sharedMs: () => Promise<number>;
  /** For failures outside a request. */
  readonly onFailure: (error: unknown) => void;
}

const portsOf = (
  dependencies: Omit<CoreDependencies, 'files'> & { readonly files: FileStorage },
  writing: Pick<Core, 'handler' | 'records' | 'accounts' | 'dispatch'> & {
    readonly acquiring: Acquiring;
    readonly epochs: Epochs;
  },
): Ports => {
  const { store, vault, credentials, providers, files, machine, now } = dependencies;
  const { secretName, digest, isClockTrue, webhookUrl, checkoutUrl } = dependencies;
  const { findPaidByTransfer } = dependencies;
  const { handler, records, accounts, dispatch, acquiring, epochs } = writing;
  return {
    providers: async (providerId, platformId, use) => {
      if (use?.for === 'CALL') await requireConnected(handler, { providerId, platformId });
      return acquiring.providers(providerId, platformId, use);
    },
    // A boleto's charge has been made when its PDF is stored, so a request's deadline must not stop the storing.
    files: { ...files, put: (...file) => withDeadlinePaused(() => files.put(...file)) },
    secretName,
    digest,
    open: vault.decrypt,
    webhookUrl,
    checkoutUrl,
    seller: createSellerPorts(records, vault, credentials, machine),
    receivers: {
      keepToken: async ({ sellerId, ...call }, token) => {
        const { state } = await handler.load(receiver, streamOf('receiver', sellerId));
        if (registrationOf(state, call))
          await credentials.put(receiverTokensOf(sellerId), call.provider, token);
      },
    },
    mayCharge: createMayCharge({ handler, records }),
    transactions: createTransactions({ handler, providers, now, findPaidByTransfer }),
    payouts: {
      ...createPayoutSigning({ handler, credentials, machine, now }),
      findObstacle: (withdrawalId, requested) =>
        findObstacle({ handler, vault, store }, withdrawalId, requested, (destinationId) =>
          dependencies.pausedUntil({ handler, now }, requested.receiverId, destinationId),
        ),
    },
    isHeld: async (owner, id) => holdsFor(await accounts.load(owner, now()), id),
    besideRefund: async (paymentId, refundId) => {
      const { state } = await handler.load(payment, streamOf('payment', paymentId));
      return state.status === 'NONE' ? undefined : sumBesidesRefund(state, refundId);
    },
    begin: recordCalls(dispatch, machine),
    lookUps: dependencies.lookUps,
    epoch: epochs.current,
    isClockTrue,
    newId: machine.uuid,
    now,
  };
};

export const createCore = (dependencies: CoreDependencies): Core => {
  const { store, vault, credentials, cards, now, isClockTrue, machine, onFailure } = dependencies;
  const { storage: files, served: privateFiles } = encryptPrivateFiles(dependencies.files, vault);
  const handler = createCommandHandler({
    store,
    machine,
    onAppended: (stream) => records.forget(stream),
  });
  const records = createRecordCache({ store, handler, machine });
  const accounts = createAccountPeriods({ handler, store, isClockTrue, machine });
  const dispatch = createDispatcher({ handler, accounts, now });
  const { providers } = dependencies;
  const acquiring = createAcquiring({ providers, handler, machine, now, onFailure });
  const { findMissing } = dependencies;
  const epochs = createEpochs({
    store,
    handler,
    load: records.load,
    sharedMs: dependencies.sharedMs,
    machine,
    ...(findMissing && { findMissing: () => findMissing(store) }),
  });
  const writing = { handler, records, accounts, dispatch, acquiring, epochs };
  return {
    store,
    handler,
    records,
    accounts,
    dispatch,
    idempotent: createIdempotency({
      handler,
      secret: dependencies.idempotencySecret,
      passing: dependencies.refusedPurchases,
      machine,
    }),
    vault,
    credentials,
    hasSandbox: dependencies.hasSandbox,
    cards,
    twins: dependencies.twins,
    recentCharges: createRecentCharges(store),
    files,
    privateFiles,
    acquiring,
    epochs,
    ports: portsOf({ ...dependencies, files }, writing),
    findRegistration: dependencies.findRegistration,
    lookUps: dependencies.lookUps,
    machine,
    now,
  };
};
