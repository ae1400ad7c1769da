import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { LanguageContext } from '#/web/lib/i18n.ts';
import type { Language } from '#/web/lib/i18n.ts';

/** Sends requests even if the phone reports that it is offline; the buyer sees that they fail. */
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

/** Gives the payment page a query client, because the page polls. */
export const PaymentApp = ({ language, children }: PaymentAppProps) => {
  const [client] = useState(newClient);
  return (
    <QueryClientProvider client={client}>
      <LanguageContext value={language}>{children}</LanguageContext>
    </QueryClientProvider>
  );
};
