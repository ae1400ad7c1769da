import { payWithdrawal } from './pay-withdrawal.ts';
import type { Reaction } from './reaction.ts';
import { refundAtProvider } from './refund-at-provider.ts';
import { registerReceiver } from './register-receiver.ts';

export const reactions: readonly Reaction[] = [refundAtProvider, payWithdrawal, registerReceiver];
