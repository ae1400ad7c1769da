import type { Cents } from '#/domain/money.ts';
import type {
  BankAccount,
  ReceiverAddress,
  ReceiverPartner,
  ReceiverPerson,
} from '#/domain/ports/receiver.ts';

/** What the `fiscal` text of a receiver says. */
export interface ReceiverRegister {
  readonly bankAccount: BankAccount;
  /** Declared, per month: a person's income or a company's revenue. */
  readonly monthlyRevenue: Cents;
  /** What they sell, in their words. */
  readonly description: string;
  /** Of a CPF. */
  readonly person?: ReceiverPerson;
  /** Who answers for a CNPJ. */
  readonly partners?: readonly ReceiverPartner[];
}

/** What the `contact` text of a receiver says; the e-mail is the seller's. */
export interface ReceiverContact {
  /** Digits. */
  readonly phone: string;
  readonly address: ReceiverAddress;
}
