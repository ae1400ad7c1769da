import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { PaymentProviders } from '#/domain/ports/payment-provider.ts';
import type { Timestamp } from '#/domain/time.ts';
import type { AccountPeriods } from '#/ledger/account-periods.ts';
import type { EventStore } from '#/ledger/event-store.ts';
import type { CommandHandler } from '#/ledger/handle-command.ts';
import type { Idempotency } from '#/ledger/idempotency.ts';
import type { Vault } from '#/ledger/vault/personal-data.ts';
import type { Callers } from './auth/callers.ts';
import type { Sessions } from './auth/sessions.ts';
import type { TakePoint } from './request-limits.ts';

/** Everything the API works with, made once by `compose.ts` and handed to every call. */
export interface Parts {
  readonly store: EventStore;
  readonly handler: CommandHandler;
  readonly idempotency: Idempotency;
  readonly accounts: AccountPeriods;
  readonly vault: Vault;
  readonly providers: PaymentProviders;
  /** Where read models are asked; a replica may stand behind it. */
  readonly database: Pool;
  readonly sessions: Sessions;
  readonly callers: Callers;
  readonly limit: TakePoint;
  readonly now: () => Timestamp;
  /** Where the world reaches us, without a slash at the end. */
  readonly publicUrl: string;
  readonly logger: Logger;
  readonly metrics: Registry;
}
