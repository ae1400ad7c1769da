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
      mutations: { networkMode: 'always', retry: false },
    },
  });

interface AppProps {
  readonly language: Language;
  readonly children: ReactNode;
}

/** What both pages stand in. */
export const App = ({ language, children }: AppProps) => {
  const [client] = useState(newClient);
  return (
    <QueryClientProvider client={client}>
      <LanguageContext value={language}>{children}</LanguageContext>
    </QueryClientProvider>
  );
};
