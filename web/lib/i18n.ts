import { createContext, useContext } from 'react';

export type Language = 'pt' | 'en';

/** The language for a person who has not chosen one. */
export const DEFAULT_LANGUAGE: Language = 'pt';

/** BCP 47 tags for `lang` attributes and `Intl`. */
export const localeOf = { pt: 'pt-BR', en: 'en-US' } as const satisfies Record<Language, string>;

/**
 * The shape of a dictionary, taken from its Portuguese version. `en` is declared as `Dictionary<typeof pt>`, so a message that is
 * missing in English, or takes other parameters, does not compile.
 */
export type Dictionary<Source> = {
  readonly [Key in keyof Source]: Source[Key] extends (...values: infer Values) => string
    ? (...values: Values) => string
    : Source[Key] extends string
      ? string
      : Dictionary<Source[Key]>;
};

export const LanguageContext = createContext<Language>(DEFAULT_LANGUAGE);

export const useLanguage = (): Language => useContext(LanguageContext);

/** Makes a hook that returns one area's texts in the reader's language. */
export const dictionaryHook =
  <Texts>(texts: Readonly<Record<Language, Texts>>): (() => Texts) =>
  () =>
    texts[useLanguage()];
