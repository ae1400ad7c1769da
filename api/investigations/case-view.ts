import type { StaffCaller } from '#/api/auth/caller.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import { readPage } from '#/api/http/paging.ts';
import { writtenAt } from '#/api/http/written-at.ts';
import { readFresh } from '#/api/reads/freshness.ts';
import { loadSellerNames } from '#/api/people/seller-names.ts';
import { isSamePerson } from '#/api/people/same-person.ts';
import { loadStaffEmails } from '#/api/people/staff-emails.ts';
import { staffIdOf } from '#/domain/values/actor.ts';
import { isForOnePerson } from '#/domain/investigation/events.ts';
import { inQuestion } from '#/domain/investigation/investigation.ts';
import { investigated, listInvestigations } from '#/projections/investigations.ts';
import { listAttemptsOfCase } from './attempts-of-case.ts';
import { requireOwnCase, type Case } from './case.ts';

type Proposal = OutputOf<'admin.getInvestigation'>['proposal'];

const proposalOf = async (
  services: Services,
  { staffId }: StaffCaller,
  { investigation: { proposal } }: Case,
): Promise<Proposal> => {
  if (!proposal) return null;
  const { proposedBy, staffRevision: _, ...shown } = proposal;
  const id = staffIdOf(proposedBy) ?? '';
  const name = (await loadStaffEmails(services.core, [id])).get(id) ?? null;
  const caller = { kind: 'staff', personId: staffId } as const;
  const isOwn = await isSamePerson(services, caller, { kind: 'staff', personId: id });
  return { ...shown, proposedBy: { id, name }, isOwn };
};

export const listCases = async (
  services: Services,
  caller: StaffCaller,
  input: ParsedInputOf<'admin.listInvestigations'>,
): Promise<OutputOf<'admin.listInvestigations'>> => {
  const { after, cursor, limit, proposed, ...filters } = input;
  const { core, acquirers } = services;
  const isProposed = proposed === undefined ? undefined : proposed === 'yes';
  const scope = { ...filters, isProposed, platformId: caller.platformId };
  const { value, position } = await readFresh(services, investigated, after, (database) =>
    readPage(() => listInvestigations(database, scope, { limit, cursor })),
  );
  const names = await loadSellerNames(
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
    inQuestion: row.amount === null ? null : inQuestion(row.investigation, row.amount),
    currency: row.currency,
    since: row.since,
    causes: row.investigation.matters.map(({ cause }) => cause),
    isProposed: row.investigation.proposal !== null,
  }));
  return { items, nextCursor: value.nextCursor, position };
};

/** @throws as `requireOwnCase` */
export const showCase = async (
  services: Services,
  caller: StaffCaller,
  { kind, id }: ParsedInputOf<'admin.getInvestigation'>,
): Promise<OutputOf<'admin.getInvestigation'>> => {
  const { core, acquirers } = services;
  const loadedCase = await requireOwnCase(services, caller, { kind, id });
  const { sellerId, paymentId, provider, amount, currency, asked, investigation } = loadedCase;
  const names = await loadSellerNames(core, [sellerId]);
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
    attempts: [...(await listAttemptsOfCase(services, { kind, id }, loadedCase))],
    matters: investigation.matters.map((matter) => {
      const { unapplied: _, ...shown } = matter;
      const answers = [...loadedCase.answersTo(matter)];
      return {
        ...shown,
        answers,
        answersOfOne: answers.filter((answer) => isForOnePerson(matter, answer)),
      };
    }),
    proposal: await proposalOf(services, caller, loadedCase),
    position: writtenAt(loadedCase),
  };
};
