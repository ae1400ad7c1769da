import { localeOf, useLanguage } from '#/web/lib/i18n.ts';
import { moneyText } from '#/web/ui/fields/money-text.ts';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { useUiTexts } from '#/web/ui/hooks/use-ui-texts.ts';
import {
  interestPaths,
  methods,
  numberFields,
  type Difference,
  type Method,
  type TermsPath,
  type TermsValue,
} from './terms-fields.ts';
import { useTermsTexts } from './terms-texts.ts';

export const useFigureText = () => {
  const texts = useTermsTexts();
  const { money, count } = useFormats();
  const locale = localeOf[useLanguage()];
  return (path: TermsPath, value: number): string => {
    switch (numberFields.find((field) => field.path === path)?.kind) {
      case 'money':
        return money(value);
      case 'percent':
        return `${moneyText(value, locale)}%`;
      case 'hours':
        return texts.hours(value);
      case 'days':
        return texts.days(value);
      case 'seconds':
        return texts.minutes(count(value / 60));
      default:
        return count(value);
    }
  };
};

/**
 * Makes table rows of differences, with names and formatted values.
 * @param unset the text for a field without a value
 */
export const useTermText = (unset?: string) => {
  const figure = useFigureText();
  const texts = useTermsTexts();
  const { common } = useUiTexts();

  const ofMethod = (path: TermsPath, method: Method): string => {
    const column = path.endsWith('percent')
      ? 'percent'
      : path.endsWith('fixed')
        ? 'fixed'
        : 'clearing';
    return `${texts.methods[method]}: ${texts.columns[column].toLowerCase()}`;
  };

  const name = (path: TermsPath): string => {
    const installments = interestPaths.findIndex((each) => each === path) + 1;
    if (installments > 0) return texts.interest(installments);
    const method = methods.find((each) => path.split('.').includes(each));
    if (method) return ofMethod(path, method);
    const [, fieldName = path] = Object.entries(texts.fields).find(([each]) => each === path) ?? [];
    return fieldName;
  };

  const value = (path: TermsPath, term: TermsValue): string => {
    if (term === null || term === '') return unset ?? common.none;
    return typeof term === 'number' ? figure(path, term) : term;
  };

  return (differences: readonly Difference[]) =>
    differences.map(({ path, before, after }) => ({
      key: path,
      place: name(path),
      before: value(path, before),
      after: value(path, after),
    }));
};
