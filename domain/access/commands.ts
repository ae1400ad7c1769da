import type { Encrypted } from '#/domain/privacy/encrypted.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import type { openedDataKinds, personKinds, secondFactorChanges, signOutCauses } from './events.ts';

export type PersonKind = (typeof personKinds)[number];
export type OpenedDataKind = (typeof openedDataKinds)[number];
export type SecondFactorChange = (typeof secondFactorChanges)[number];
export type SignOutCause = (typeof signOutCauses)[number];

export interface Impersonation {
  readonly impersonationId: string;
  readonly staffId: string;
  readonly sellerId: string;
}

export type AccessAction =
  | { readonly type: 'RecordSignIn'; readonly failures: number; readonly isKnownDevice: boolean }
  | { readonly type: 'RecordFailure' }
  | { readonly type: 'RecordSuspension'; readonly failures: number }
  | { readonly type: 'RecordSignOut'; readonly cause: SignOutCause }
  | { readonly type: 'RecordSecondFactor'; readonly change: SecondFactorChange }
  | (Impersonation & { readonly type: 'RecordImpersonation'; readonly until: Timestamp })
  | (Impersonation & { readonly type: 'RecordImpersonationEnd' })
  | {
      readonly type: 'RecordOpening';
      /** The impersonation during which a member of staff opened the data; undefined = the person opened it. */
      readonly impersonation?: Pick<Impersonation, 'impersonationId' | 'sellerId'> | undefined;
      readonly opened: OpenedDataKind;
      readonly recordId: string | null;
    };

export interface PlatformPerson {
  readonly platformId: string;
  readonly kind: PersonKind;
  readonly personId: string;
}

export type AccessCommand = AccessAction &
  PlatformPerson & { readonly address: Encrypted | null; readonly now: Timestamp };
