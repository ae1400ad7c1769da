import type { Timestamp } from '#/domain/values/time.ts';
import type { DestinationDeclaredData } from './events.ts';

export type DestinationCommand =
  | {
      readonly type: 'Declare';
      readonly declared: DestinationDeclaredData;
      /** The key is the CPF or CNPJ of the seller. */
      readonly isOwnDocument: boolean;
      /** The destination's revision, if it declares this key and holder already; null = it does not. */
      readonly repeats: number | null;
    }
  | {
      readonly type: 'Approve';
      readonly by: string;
      /** The revision that staff saw. Refused if the destination has changed since. */
      readonly basedOn: number;
      readonly now: Timestamp;
    }
  | {
      readonly type: 'Refuse';
      readonly by: string;
      readonly basedOn: number;
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
