import type { AttemptToSend } from '#/domain/acquiring/call-attempt.ts';
import type { Purpose } from '#/domain/acquiring/route.ts';
import type { TransactionRequest } from './charge.ts';
import type { OperationName, PaymentProvider, PortOperations } from './payment-provider.ts';

interface OperationRules {
  /** `look up` asks for the status of a charge, refund or payout, `read` for anything else; neither changes anything at the provider. */
  readonly does: 'create' | 'change' | 'look up' | 'read';
  readonly of: 'card' | 'charge' | 'refund' | 'payout' | 'receiver' | 'dispute';
  /** Before a retry, it must be known whether the earlier call was carried out. */
  readonly isBinding: boolean;
  /** The purpose for which the call counts towards the provider's health. Absent = it does not count. */
  readonly serves?: (request: never) => Purpose;
  readonly metric: string;
}

const methodOf = ({ paymentMethod }: Pick<TransactionRequest, 'paymentMethod'>): Purpose =>
  paymentMethod;

/** A binding operation's request names the recorded call (`attempt`). */
type RulesOf<Name extends OperationName> = OperationRules & {
  readonly isBinding: Parameters<PortOperations[Name]>[0] extends {
    readonly attempt: AttemptToSend;
  }
    ? true
    : false;
};

/** Every operation of the port, with its rules; a new one does not compile without an entry here. */
const table = {
  createCardToken: { does: 'create', of: 'card', isBinding: false, metric: 'card-token' },
  createCardId: { does: 'create', of: 'card', isBinding: true, metric: 'card-id' },
  createTransaction: {
    does: 'create',
    of: 'charge',
    isBinding: true,
    serves: methodOf,
    metric: 'create',
  },
  getTransaction: { does: 'look up', of: 'charge', isBinding: false, metric: 'get' },
  findTransaction: { does: 'look up', of: 'charge', isBinding: false, metric: 'find' },
  capture: { does: 'change', of: 'charge', isBinding: true, metric: 'capture' },
  getBoletoPdf: { does: 'read', of: 'charge', isBinding: false, metric: 'billet-pdf' },
  refund: { does: 'change', of: 'charge', isBinding: true, metric: 'refund' },
  getRefund: { does: 'look up', of: 'refund', isBinding: false, metric: 'get-refund' },
  withdraw: {
    does: 'create',
    of: 'payout',
    isBinding: true,
    serves: () => 'WITHDRAW',
    metric: 'withdraw',
  },
  getWithdraw: { does: 'look up', of: 'payout', isBinding: false, metric: 'get-withdraw' },
  findWithdraw: { does: 'look up', of: 'payout', isBinding: false, metric: 'find-withdraw' },
  createReceiver: { does: 'create', of: 'receiver', isBinding: true, metric: 'create-receiver' },
  findReceiver: { does: 'read', of: 'receiver', isBinding: false, metric: 'find-receiver' },
  getReceiver: { does: 'read', of: 'receiver', isBinding: false, metric: 'get-receiver' },
  getAnticipationLimits: {
    does: 'read',
    of: 'receiver',
    isBinding: false,
    metric: 'anticipation-limits',
  },
  listDisputes: { does: 'read', of: 'dispute', isBinding: false, metric: 'list-disputes' },
} as const satisfies { readonly [Name in OperationName]: RulesOf<Name> };

export const providerOperations: Readonly<Record<OperationName, OperationRules>> = table;

export type BindingOperation = {
  [Name in OperationName]: (typeof table)[Name]['isBinding'] extends true ? Name : never;
}[OperationName];

export const isBinding = (name: OperationName): name is BindingOperation =>
  providerOperations[name].isBinding;

/** Whether the operation changes something at the provider; a dry run of a notice ends before it. */
export const isWriting = (name: OperationName): boolean => {
  const { does } = providerOperations[name];
  return does === 'create' || does === 'change';
};

export const operationNames = Object.keys(providerOperations) as readonly OperationName[];

/** @param serves as in the table */
export type WrapOperation = <Input, Output>(
  name: OperationName,
  call: (input: Input) => Promise<Output>,
  serves: ((input: Input) => Purpose) | undefined,
) => (input: Input) => Promise<Output>;

export const mapOperations = (provider: PaymentProvider, wrap: WrapOperation): PaymentProvider => {
  const wrapped = operationNames.flatMap((name) => {
    const call = provider[name] as ((input: never) => Promise<unknown>) | undefined;
    return call ? [[name, wrap(name, call, providerOperations[name].serves)] as const] : [];
  });
  return { ...provider, ...Object.fromEntries(wrapped) };
};
