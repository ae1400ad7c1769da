import { createContext, startTransition, useContext, useEffect, useMemo } from 'react';
import type { ReactNode } from 'react';
import { LanguageContext, localeOf } from '#/web/lib/i18n.ts';
import type { Language } from '#/web/lib/i18n.ts';
import { useStoredChoice } from '#/web/ui/hooks/stored-choice.ts';

export type Theme = 'light' | 'dark' | 'system';

const THEMES = ['light', 'dark', 'system'] as const;
const LANGUAGES = ['pt', 'en'] as const;

interface Preferences {
  readonly theme: Theme;
  readonly setTheme: (theme: Theme) => void;
  readonly language: Language;
  readonly setLanguage: (language: Language) => void;
}

const PreferencesContext = createContext<Preferences | undefined>(undefined);

export const usePreferences = (): Preferences => {
  const preferences = useContext(PreferencesContext);
  if (!preferences) throw new Error('usePreferences is used outside PreferencesProvider');
  return preferences;
};

/** Gives the document its theme. With `system` it follows the device, also when the device's theme changes. */
const useDocumentTheme = (theme: Theme): void => {
  useEffect(() => {
    const system = matchMedia('(prefers-color-scheme: dark)');
    const apply = () => {
      const dark = theme === 'dark' || (theme === 'system' && system.matches);
      document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
    };
    apply();
    system.addEventListener('change', apply);
    return () => system.removeEventListener('change', apply);
  }, [theme]);
};

export const PreferencesProvider = ({ children }: { readonly children: ReactNode }) => {
  const [theme, setTheme] = useStoredChoice('razao.theme', THEMES, 'system');
  const [language, setLanguage] = useStoredChoice('razao.language', LANGUAGES, 'pt');
  useDocumentTheme(theme);
  useEffect(() => {
    document.documentElement.lang = localeOf[language];
  }, [language]);
  const preferences = useMemo(
    () => ({
      theme,
      setTheme,
      language,
      // The current texts stay on screen until the other language is loaded.
      setLanguage: (next: Language) => startTransition(() => setLanguage(next)),
    }),
    [theme, setTheme, language, setLanguage],
  );
  return (
    <PreferencesContext value={preferences}>
      <LanguageContext value={language}>{children}</LanguageContext>
    </PreferencesContext>
  );
};
