import { Badge, type Tone } from '#/web/ui/badge.tsx';
import { translateCode } from '#/web/i18n/texts.ts';
import type { OwnReceiver, Registration } from './receiver-queries.ts';
import { useReceiverTexts } from './receiver-texts.ts';

type ChecklistItem = OwnReceiver['checklist'][number];

const FILE_TONES = {
  MISSING: 'neutral',
  SUBMITTED: 'warning',
  APPROVED: 'positive',
  REJECTED: 'negative',
} as const satisfies Record<string, Tone>;

export const FileBadge = ({ file }: Pick<ChecklistItem, 'file'>) => {
  const state = file?.status ?? 'MISSING';
  return <Badge tone={FILE_TONES[state]}>{useReceiverTexts().fileStates[state]}</Badge>;
};

const REGISTRATION_TONES = {
  REQUESTED: 'accent',
  UNANSWERED: 'warning',
  REFUSED: 'negative',
  PENDING: 'warning',
  ACTIVE: 'positive',
  REJECTED: 'negative',
} as const satisfies Record<Registration['status'], Tone>;

export const RegistrationBadge = ({ status }: Pick<Registration, 'status'>) => (
  <Badge tone={REGISTRATION_TONES[status]}>{useReceiverTexts().registrationStates[status]}</Badge>
);

/** Why a registration ended or waits: the acquirer's own text, else ours. */
export const RegistrationCause = ({ text, cause }: Pick<Registration, 'text' | 'cause'>) => {
  const { causes } = useReceiverTexts();
  if (text === null && cause === null) return null;
  return <p className="text-xs text-ink-muted">{text ?? translateCode(causes, cause ?? '')}</p>;
};
