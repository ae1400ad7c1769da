import type { Cents } from '#/domain/values/money.ts';
import type {
  BankAccount,
  ReceiverAddress,
  ReceiverPartner,
  ReceiverPerson,
} from '#/domain/ports/receiver.ts';

/** Decrypted `fiscal` data of a receiver. */
export interface ReceiverRegister {
  readonly bankAccount: BankAccount;
  /** Declared, per month: a person's income or a company's revenue. */
  readonly monthlyRevenue: Cents;
  /** What the seller sells, in the seller's own words. */
  readonly description: string;
  /** Only for a CPF. */
  readonly person?: ReceiverPerson;
  /** People responsible for a CNPJ. */
  readonly partners?: readonly ReceiverPartner[];
}

/** Decrypted `contact` data of a receiver. */
export interface ReceiverContact {
  /** Digits. */
  readonly phone: string;
  readonly address: ReceiverAddress;
}
