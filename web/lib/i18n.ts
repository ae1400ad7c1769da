import { createContext, useContext } from 'react';

export type Language = 'pt' | 'en';

/** For a person who has not chosen. */
export const DEFAULT_LANGUAGE: Language = 'pt';

/** BCP 47 tags for `lang` attributes and `Intl`. */
export const localeOf = { pt: 'pt-BR', en: 'en-US' } as const satisfies Record<Language, string>;

/** A message that is missing in English, or takes other parameters, does not compile. */
export type Dictionary<Source> = {
  readonly [Key in keyof Source]: Source[Key] extends (...values: infer Values) => string
    ? (...values: Values) => string
    : Source[Key] extends string
      ? string
      : Dictionary<Source[Key]>;
};

export const LanguageContext = createContext<Language>(DEFAULT_LANGUAGE);

export const useLanguage = (): Language => useContext(LanguageContext);

/** One area's texts in the reader's language. */
export const dictionaryHook =
  <Texts>(texts: Readonly<Record<Language, Texts>>): (() => Texts) =>
  () =>
    texts[useLanguage()];
