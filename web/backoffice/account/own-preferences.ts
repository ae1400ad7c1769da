import { useQueryClient } from '@tanstack/react-query';
import type { Session } from '#/api/contract/session.ts';
import { sessionQuery } from '#/web/features/session/session-query.ts';
import type { Language } from '#/web/lib/i18n.ts';
import { failureText } from '#/web/lib/rpc.ts';
import { toast } from '#/web/lib/toast.ts';
import { sendWrite } from '#/web/lib/use-write.ts';
import { usePreferences, type Theme } from './preferences.tsx';

type Choice = { readonly language: Language } | { readonly theme: Theme };

/** The setters also save the choice in the user's account, except for staff who act as a seller. */
export const useOwnPreferences = (session: Session & object): ReturnType<typeof usePreferences> => {
  const { theme, setTheme, language, setLanguage } = usePreferences();
  const client = useQueryClient();
  const save = (choice: Choice): void => {
    if (session.impersonation !== null) return;
    client.setQueryData(
      sessionQuery.queryKey,
      (before) => before && { ...before, preferences: { ...before.preferences, ...choice } },
    );
    sendWrite('person.setPreferences', choice).catch((failure: unknown) => {
      toast.error(failureText(failure, language));
    });
  };
  return {
    theme,
    setTheme: (next) => {
      setTheme(next);
      save({ theme: next });
    },
    language,
    setLanguage: (next) => {
      setLanguage(next);
      save({ language: next });
    },
  };
};
