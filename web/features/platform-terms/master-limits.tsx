import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import type { SavedTerms } from './terms-fields.ts';
import { useTermsTexts } from './terms-texts.ts';

/** The limits that masters set for the platform, whatever its terms say; shows nothing without such limits. */
export const MasterLimits = ({ limits }: Pick<SavedTerms, 'limits'>) => {
  const { masterLimits: texts } = useTermsTexts();
  const { money } = useFormats();
  const { sale, withdrawal, withdrawalsPerDay } = limits;
  const limitTexts = [
    sale !== null && texts.sale(money(sale)),
    withdrawal !== null && texts.withdrawal(money(withdrawal)),
    withdrawalsPerDay !== null && texts.withdrawalsPerDay(money(withdrawalsPerDay)),
  ].filter((each) => each !== false);
  if (limitTexts.length === 0) return null;
  return <p className="text-ink-muted">{texts.all(limitTexts.join(' · '))}</p>;
};
