import fc from 'fast-check';
import { Refused } from '#/domain/errors/refused.ts';
import { resolution as resolutions, type Resolution } from '#/domain/investigation/events.ts';
import type { InvestigationCommand } from '#/domain/investigation/investigation.ts';
import { cents } from '#/domain/values/money.ts';
import type { AddressedCommand } from '#/domain/aggregates/deciders.ts';
import { addSeconds, type Timestamp } from '#/domain/values/time.ts';
import { sampleNow } from './samples.ts';
import type { World } from './world.ts';

export type Kind = 'payment' | 'refund' | 'withdrawal';

export const kind = fc.constantFrom<Kind>('payment', 'refund', 'withdrawal');

/**
 * Ana proposes a resolution. `second` = what happens to the proposal: Bia confirms or rejects it, Ana herself confirms it
 * (which is refused), or no one does anything.
 */
export interface ResolveStep {
  readonly do: 'resolve';
  readonly kind: Kind;
  readonly which: number;
  readonly resolution: Resolution;
  readonly second: 'confirms' | 'rejects' | 'is-the-first' | 'is-away';
  readonly amount: number | null;
}

export const resolveStep: fc.Arbitrary<ResolveStep> = fc.record({
  do: fc.constant('resolve' as const),
  kind,
  which: fc.nat({ max: 50 }),
  resolution: fc.constantFrom(...resolutions.options),
  second: fc.constantFrom<ResolveStep['second']>(
    'confirms',
    'confirms',
    'rejects',
    'is-the-first',
    'is-away',
  ),
  amount: fc.option(fc.integer({ min: 1, max: 200_000 }), { freq: 4 }),
});

const ANA = 'admin:ana';
const ANA_PROPOSES = { by: ANA, staffRevision: 0 } as const;

export const resolvedBy = (
  world: World,
  step: ResolveStep,
  proposalId: string,
  now: Timestamp,
): readonly AddressedCommand[] => {
  const { kind: to, which: index, resolution, amount: stated, second } = step;
  const waiting = world.waiting(to);
  const [id, matter] = waiting[index % Math.max(1, waiting.length)] ?? [];
  if (id === undefined || matter === undefined) return [];
  const proposal = {
    proposalId,
    matter: matter.key,
    resolution,
    amount: stated === null || matter.amount !== null ? null : cents(stated),
    evidence: 'Extrato do adquirente',
    reference: null,
  };
  const by = second === 'is-the-first' ? ANA : 'admin:bia';
  const rejecting = {
    type: 'RejectResolution',
    proposalId,
    reason: 'Não confere',
    by,
    now,
  } as const;
  const confirming = { type: 'ConfirmResolution', proposalId, by, now } as const;
  const proposing = { type: 'ProposeResolution', ...proposal, ...ANA_PROPOSES, now } as const;
  const answer = second === 'rejects' ? rejecting : confirming;
  const commands = second === 'is-away' ? [proposing] : [proposing, answer];
  return commands.map((command): AddressedCommand => ({ to, id, command }));
};

/** Two members of staff agree on `DID_NOT_HAPPEN` or, if that is refused, on `HAPPENED`. */
const decideOne = (
  world: World,
  about: {
    readonly to: Kind;
    readonly id: string;
    readonly matter: string;
    readonly proposalId: string;
  },
): void => {
  const { to, id, matter, proposalId } = about;
  const now = addSeconds(sampleNow, 400 * 86_400);
  /** Returns whether the command was accepted. */
  const tell = (command: InvestigationCommand): boolean => {
    try {
      world.send({ to, id, command }, now);
      return true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return false;
    }
  };
  const openProposal = world.proposed(to, id);
  if (openProposal !== undefined)
    tell({
      type: 'RejectResolution',
      proposalId: openProposal,
      reason: 'De novo',
      by: 'admin:bia',
      now,
    });
  const proposal = { matter, amount: null, evidence: 'Extrato', reference: null, proposalId };
  for (const resolution of ['DID_NOT_HAPPEN', 'HAPPENED'] as const) {
    const proposing = {
      type: 'ProposeResolution',
      ...proposal,
      resolution,
      ...ANA_PROPOSES,
      now,
    } as const;
    if (!tell(proposing)) continue;
    if (!tell({ type: 'ConfirmResolution', proposalId, by: 'admin:bia', now })) continue;
    return;
  }
  throw new Error(`nobody can decide ${matter} of ${to} ${id}`);
};

/**
 * Staff decide every open matter (`decideOne`).
 * @returns the number of decisions
 */
export const decideAll = (world: World): number => {
  let decisions = 0;
  for (const to of ['payment', 'refund', 'withdrawal'] as const) {
    for (let next = world.waiting(to)[0]; next; next = world.waiting(to)[0]) {
      const [id, matter] = next;
      decisions += 1;
      const proposalId = `last-${to}-${decisions}`;
      decideOne(world, { to, id, matter: matter.key, proposalId });
    }
  }
  return decisions;
};
