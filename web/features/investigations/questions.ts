import type { InvestigationTexts } from '#/web/i18n/pt-br/investigation.ts';
import type { CaseName, Matter } from './investigation-queries.ts';

type Question = keyof InvestigationTexts['resolutions'];

/** Returns the question that a matter asks staff; it decides the texts of the answers. */
export const questionOf = (
  kind: CaseName['kind'],
  { cause, said }: Pick<Matter, 'cause' | 'said'>,
): Question => {
  switch (kind) {
    case 'REFUND':
      return 'REFUND';
    case 'REGISTRATION':
      return said.status === null ? 'REGISTRATION' : 'REGISTRATION_AGAIN';
    case 'WITHDRAWAL':
      if (said.status === 'FAILED') return 'PAYOUT_BACK';
      if (said.amount === null) return 'PAYOUT';
      return said.status === null ? 'OTHER_PAYOUT' : 'OTHER_PAID';
    case 'PAYMENT':
      if (cause === 'UNCOVERED_REFUND') return 'UNCOVERED';
      if (cause === 'CONTRADICTED_OUTCOME') return 'TAKEN_BACK';
      return cause === 'CONTRADICTED_RESOLUTION' ? 'RESOLUTION' : 'PAYMENT';
  }
};
