import type { Notice } from '#/api/contract/notices.ts';
import { Badge } from '#/web/ui/badge.tsx';
import type { Tone } from '#/web/ui/badge.tsx';
import { useAuditTexts } from './audit-texts.ts';

const TONES: Readonly<Record<Notice['outcome'], Tone>> = {
  RECEIVED: 'neutral',
  APPLIED: 'positive',
  NO_EFFECT: 'neutral',
  UNCONFIRMED: 'warning',
  DUPLICATE: 'neutral',
  UNKNOWN_TRANSACTION: 'warning',
  UNAUTHORIZED: 'negative',
  UNREADABLE: 'negative',
  IGNORED: 'neutral',
  FAILED: 'negative',
};

export const NoticeOutcome = ({ outcome }: Pick<Notice, 'outcome'>) => {
  const { notices } = useAuditTexts();
  return <Badge tone={TONES[outcome]}>{notices.outcome[outcome]}</Badge>;
};
