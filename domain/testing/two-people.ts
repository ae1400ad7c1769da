import type { Resolution } from '#/domain/investigation/events.ts';
import type { InvestigationCommand } from '#/domain/investigation/investigation.ts';
import { sampleNow as now } from './samples.ts';

/** A proposed resolution of a matter whose amount is on record. */
export const proposed = (
  matter: string,
  resolution: Resolution,
  proposalId = 'proposal-1',
): Extract<InvestigationCommand, { type: 'ProposeResolution' }> => ({
  type: 'ProposeResolution',
  proposalId,
  matter,
  resolution,
  amount: null,
  evidence: 'Extrato do adquirente',
  reference: 'r-9',
  by: 'admin:ana',
  staffRevision: 0,
  now,
});

/** One member of staff proposes a resolution, and another one confirms it. */
export const agreed = (
  matter: string,
  resolution: Resolution,
  proposalId = 'proposal-1',
): readonly InvestigationCommand[] => [
  proposed(matter, resolution, proposalId),
  { type: 'ConfirmResolution', proposalId, by: 'admin:bia', now },
];
