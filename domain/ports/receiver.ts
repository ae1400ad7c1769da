import type { StateCode } from '#/domain/brazil/states.ts';
import type { AttemptToSend } from '#/domain/acquiring/call-attempt.ts';
import type { Cents } from '#/domain/values/money.ts';

/** Receivers are parties that a provider itself pays, as registered with it (people.53, people.56). */

export type ReceiverStatus = 'PENDING' | 'ACTIVE' | 'REJECTED';

export interface ReceiverFile {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

export interface BankAccount {
  readonly bankCode: string;
  readonly branchNumber: string;
  readonly branchDigit: string;
  readonly accountNumber: string;
  readonly accountDigit: string;
  readonly accountType: 'CHECKING' | 'SAVINGS';
}

export interface ReceiverAddress {
  readonly zipCode: string;
  readonly address: string;
  readonly number: string;
  readonly district: string;
  readonly city: string;
  readonly state: StateCode;
  readonly complement?: string | undefined;
  readonly referencePoint?: string | undefined;
}

/** Required by Circular BCB 3.978/20; Pagar.me asks for it since 2024. */
export interface ReceiverPerson {
  /** Day, `1980-01-31`. */
  readonly birthdate: string;
  readonly occupation: string;
  readonly motherName?: string | undefined;
}

export interface ReceiverPartner extends ReceiverPerson {
  readonly name: string;
  /** CPF, digits. */
  readonly document: string;
  readonly email: string;
  /** Digits. */
  readonly phone: string;
  readonly monthlyIncome: Cents;
  readonly address: ReceiverAddress;
}

export interface ReceiverRequest {
  /** Our id of the registration; the same on every retry. */
  readonly registrationId: string;
  readonly name: string;
  readonly document: string;
  readonly documentType: 'CPF' | 'CNPJ';
  readonly email: string;
  readonly phone: string;
  readonly description: string;
  readonly bankAccount: BankAccount;
  readonly address: ReceiverAddress;
  /** Declared, per month. */
  readonly monthlyRevenue?: Cents;
  /** Only for a CPF. */
  readonly person?: ReceiverPerson;
  /** People responsible for a CNPJ. */
  readonly partners?: readonly ReceiverPartner[];
  readonly files: {
    readonly photoDocument?: ReceiverFile;
    readonly photoPersonWithDocument?: ReceiverFile;
    readonly photoDocumentSocialContract?: ReceiverFile;
    readonly addressProof?: ReceiverFile;
    readonly balanceSheet?: ReceiverFile;
  };
  readonly attempt: AttemptToSend;
}

export interface ReceiverResult {
  readonly providerReceiverId: string;
  readonly status: ReceiverStatus;
  /** Key of the receiver's own account at the provider, if any. */
  readonly receiverToken?: string;
  readonly balance?: Cents;
}

export interface Receivers {
  readonly createReceiver: (request: ReceiverRequest) => Promise<ReceiverResult>;
  /** Finds a receiver by our id, when the answer to its creation was lost. */
  readonly findReceiver: (by: {
    readonly registrationId: string;
  }) => Promise<ReceiverResult | undefined>;
  readonly getReceiver: (by: {
    readonly providerReceiverId: string;
  }) => Promise<ReceiverResult | undefined>;
}
