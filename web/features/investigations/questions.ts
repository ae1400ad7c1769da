import type { InvestigationTexts } from '#/web/i18n/pt-br/investigation.ts';
import type { CaseName, Matter } from './investigation-queries.ts';

type Question = keyof InvestigationTexts['resolutions'];

/** Returns what is asked about a matter, which decides how its answers are worded. */
export const questionOf = (
  kind: CaseName['kind'],
  { cause, said }: Pick<Matter, 'cause' | 'said'>,
): Question => {
  switch (kind) {
    case 'REFUND':
      return 'REFUND';
    case 'WITHDRAWAL':
      return said.status === 'FAILED' ? 'PAYOUT_BACK' : 'PAYOUT';
    case 'PAYMENT':
      if (cause === 'CONTRADICTED_OUTCOME') return 'TAKEN_BACK';
      return cause === 'CONTRADICTED_RESOLUTION' ? 'RESOLUTION' : 'PAYMENT';
  }
};
