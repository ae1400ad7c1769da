import type { Timestamp } from '#/domain/time.ts';
import type { DestinationDeclaredData } from './events.ts';

export type DestinationCommand =
  | {
      readonly type: 'Declare';
      readonly declared: DestinationDeclaredData;
      /** The key is the CPF or CNPJ of the seller. */
      readonly isOwnDocument: boolean;
    }
  | { readonly type: 'Approve'; readonly by: string; readonly now: Timestamp }
  | {
      readonly type: 'Refuse';
      readonly by: string;
      /** Without personal data. The seller reads it. */
      readonly reason: string;
      readonly now: Timestamp;
    }
  | {
      readonly type: 'Suspend';
      readonly withdrawalId: string;
      readonly cause: string;
      readonly now: Timestamp;
    }
  | { readonly type: 'Remove'; readonly now: Timestamp };
