import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { LanguageContext } from '#/web/lib/i18n.ts';
import type { Language } from '#/web/lib/i18n.ts';

/** Calls are made whatever the phone believes of its network: a failure is told, silence is not. */
const newClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { networkMode: 'always', retry: 2, refetchOnWindowFocus: false },
    },
  });

interface PaymentAppProps {
  readonly language: Language;
  readonly children: ReactNode;
}

/** What the payment page stands in: it is read again and again. */
export const PaymentApp = ({ language, children }: PaymentAppProps) => {
  const [client] = useState(newClient);
  return (
    <QueryClientProvider client={client}>
      <LanguageContext value={language}>{children}</LanguageContext>
    </QueryClientProvider>
  );
};
