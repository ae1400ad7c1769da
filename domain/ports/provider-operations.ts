import type { BindingOperation, OperationName, PaymentProvider } from './payment-provider.ts';

interface OperationRules {
  /** The call creates or changes something: it is not repeated without need, and not made in a dry run. */
  readonly writes: boolean;
  /** The operation's name in metrics. */
  readonly metric: string;
}

/** Every operation of the port, with its rules; a new operation does not compile without an entry here. */
export const providerOperations = {
  createCardToken: { writes: true, metric: 'card-token' },
  createCardId: { writes: true, metric: 'card-id' },
  createTransaction: { writes: true, metric: 'create' },
  getTransaction: { writes: false, metric: 'get' },
  findTransaction: { writes: false, metric: 'find' },
  capture: { writes: true, metric: 'capture' },
  getBoletoPdf: { writes: false, metric: 'billet-pdf' },
  refund: { writes: true, metric: 'refund' },
  getRefund: { writes: false, metric: 'get-refund' },
  withdraw: { writes: true, metric: 'withdraw' },
  getWithdraw: { writes: false, metric: 'get-withdraw' },
  findWithdraw: { writes: false, metric: 'find-withdraw' },
  createReceiver: { writes: true, metric: 'create-receiver' },
  findReceiver: { writes: false, metric: 'find-receiver' },
  getReceiver: { writes: false, metric: 'get-receiver' },
  getAnticipationLimits: { writes: false, metric: 'anticipation-limits' },
  listDisputes: { writes: false, metric: 'list-disputes' },
} as const satisfies Readonly<Record<OperationName, OperationRules>>;

const binding: Readonly<Record<BindingOperation, true>> = {
  createTransaction: true,
  capture: true,
  refund: true,
  withdraw: true,
  createReceiver: true,
  createCardId: true,
};

export const isBinding = (name: OperationName): name is BindingOperation =>
  Object.hasOwn(binding, name);

export const operationNames = Object.keys(providerOperations) as readonly OperationName[];

/** Returns the function that replaces an operation. */
export type WrapOperation = <Input, Output>(
  name: OperationName,
  call: (input: Input) => Promise<Output>,
) => (input: Input) => Promise<Output>;

/** Returns the same provider with each operation that it offers wrapped. */
export const mapOperations = (provider: PaymentProvider, wrap: WrapOperation): PaymentProvider => {
  const wrapped = operationNames.flatMap((name) => {
    const call = provider[name] as ((input: never) => Promise<unknown>) | undefined;
    return call ? [[name, wrap(name, call)] as const] : [];
  });
  return { ...provider, ...Object.fromEntries(wrapped) };
};
