import type { ReactNode } from 'react';
import { OrderContext, useOrderNow } from './use-order.ts';

/** Computes the order once for all components. */
export const OrderProvider = ({ children }: { readonly children: ReactNode }) => (
  <OrderContext value={useOrderNow()}>{children}</OrderContext>
);
