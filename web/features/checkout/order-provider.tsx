import type { ReactNode } from 'react';
import { OrderContext, useOrderNow } from './use-order.ts';

/** Reckons the order once for all that show it. */
export const OrderProvider = ({ children }: { readonly children: ReactNode }) => (
  <OrderContext value={useOrderNow()}>{children}</OrderContext>
);
