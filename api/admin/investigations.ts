import type { Core } from '#/api/composition/core.ts';
import type { OutputOf } from '#/api/contract/contract.ts';
import { readPage } from '#/api/http/paging.ts';
import type { ProceduresOf } from '#/api/http/procedure.ts';
import { writtenAt } from '#/api/http/written-at.ts';
import {
  ownCase,
  requireNoNames,
  reserveForCase,
  sendToCase,
  type Case,
} from '#/api/investigations/case.ts';
import { parkedFor } from '#/api/investigations/parked-work.ts';
import { readFresh } from '#/api/reads/freshness.ts';
import { sellerNames } from '#/api/sellers/seller-names.ts';
import { staffNames } from '#/api/staff/staff-names.ts';
import { inQuestion } from '#/domain/investigation/investigation.ts';
import { cents } from '#/domain/money.ts';
import { withoutNumbers } from '#/domain/personal-text.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import { investigated, listInvestigations } from '#/projections/investigations.ts';

type InvestigationProcedures = Pick<
  ProceduresOf<'admin'>,
  | 'admin.listInvestigations'
  | 'admin.getInvestigation'
  | 'admin.listParkedWork'
  | 'admin.proposeResolution'
  | 'admin.confirmResolution'
  | 'admin.rejectResolution'
>;

type Proposal = OutputOf<'admin.getInvestigation'>['proposal'];

const proposalOf = async (
  core: Core,
  { investigation: { proposal } }: Case,
  actor: string,
): Promise<Proposal> => {
  if (!proposal) return null;
  const { proposedBy, ...said } = proposal;
  const id = proposedBy.slice('admin:'.length);
  const name = (await staffNames(core, [id])).get(id) ?? null;
  return { ...said, proposedBy: { id, name }, isOwn: proposedBy === actor };
};

export const investigationProcedures: InvestigationProcedures = {
  'admin.listInvestigations': async (input, { caller, services }) => {
    const { after, cursor, limit, proposed, ...filters } = input;
    const { core, acquirers } = services;
    const isProposed = proposed && proposed === 'yes';
    const waiting = { ...filters, isProposed, platformId: caller.platformId };
    const { value, position } = await readFresh(services, investigated, after, (database) =>
      readPage(() => listInvestigations(database, waiting, { limit, cursor })),
    );
    const names = await sellerNames(
      core,
      value.items.map(({ sellerId }) => sellerId),
    );
    const items = value.items.map((row) => ({
      kind: row.kind,
      id: row.id,
      paymentId: row.paymentId,
      sellerId: row.sellerId,
      sellerName: names.get(row.sellerId) ?? null,
      provider: row.provider,
      providerLabel: acquirers.labelOf(row.provider),
      amount: row.amount,
      inQuestion: inQuestion(row.investigation, row.amount),
      currency: row.currency,
      since: row.since,
      causes: row.investigation.matters.map(({ cause }) => cause),
      isProposed: row.investigation.proposal !== null,
    }));
    return { items, nextCursor: value.nextCursor, position };
  },

  'admin.getInvestigation': async ({ kind, id }, { caller, services }) => {
    const { core, acquirers } = services;
    const found = await ownCase(core, caller, { kind, id });
    const { sellerId, paymentId, provider, amount, currency, asked, investigation } = found;
    const names = await sellerNames(core, [sellerId]);
    return {
      kind,
      id,
      paymentId,
      sellerId,
      sellerName: names.get(sellerId) ?? null,
      provider,
      providerLabel: acquirers.labelOf(provider),
      amount,
      currency,
      asked,
      matters: investigation.matters.map((matter) => {
        const { unapplied: _, ...shown } = matter;
        return { ...shown, answers: [...found.answersTo(matter)] };
      }),
      proposal: await proposalOf(core, found, caller.actor),
      position: writtenAt(found),
    };
  },

  'admin.listParkedWork': async (_, { caller, services }) => {
    const { core, checkpoints } = services;
    const parts = { store: core.store, checkpoints };
    const items = [...(await parkedFor(parts, caller.platformId, core.now()))];
    return { items, position: (await core.store.head()) ?? '' };
  },

  'admin.proposeResolution': async (input, { caller, once, services: { core } }) => {
    const { kind, id, matter, resolution, reference } = input;
    const found = await ownCase(core, caller, { kind, id });
    await requireNoNames(core, found, `${input.evidence} ${reference ?? ''}`);
    const evidence = withoutNumbers(input.evidence);
    const amount = input.amount === null ? null : cents(input.amount);
    const now = core.now();
    return once(async (keyed) => {
      const proposalId = derivedId('proposal', keyed.commandId);
      const said = { proposalId, matter, resolution, amount, evidence, reference };
      const command = { type: 'ProposeResolution', ...said, by: caller.actor, now } as const;
      const context = { ...keyed, reason: evidence };
      const done = await sendToCase(core, { kind, id }, command, context);
      return { proposalId, position: writtenAt(done) };
    });
  },

  'admin.confirmResolution': async (input, { caller, once, services: { core } }) => {
    const { kind, id, proposalId } = input;
    const found = await ownCase(core, caller, { kind, id });
    const by = caller.actor;
    const command = { type: 'ConfirmResolution', proposalId, by, now: core.now() } as const;
    return once(async (keyed) => {
      await reserveForCase(core, { kind, id }, found);
      const done = await sendToCase(core, { kind, id }, command, keyed);
      return { position: writtenAt(done) };
    });
  },

  'admin.rejectResolution': async (input, { caller, once, services: { core } }) => {
    const { kind, id, proposalId } = input;
    const found = await ownCase(core, caller, { kind, id });
    await requireNoNames(core, found, input.reason);
    const reason = withoutNumbers(input.reason);
    const by = caller.actor;
    const command = { type: 'RejectResolution', proposalId, reason, by, now: core.now() } as const;
    return once(async (keyed) => {
      const done = await sendToCase(core, { kind, id }, command, { ...keyed, reason });
      return { position: writtenAt(done) };
    });
  },
};
