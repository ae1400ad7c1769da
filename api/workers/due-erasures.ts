import { eraseOutsideLog, reviewErasure } from '#/api/privacy/erase-subject.ts';
import { endWaits } from '#/api/privacy/end-waits.ts';
import type { PrivacyServices } from '#/api/privacy/holds.ts';
import { dayOf } from '#/domain/values/time.ts';
import { listErasedWhoWait } from '#/projections/receivers/waiting-erased.ts';
import { listErasedSubjects, listErasuresToReview } from '#/projections/subjects.ts';
import { every } from './every.ts';

const SWEEP_MS = 60_000;
const PAGE = 200;

/** Erases data whose retention duty has ended; one failure does not stop the others. */
export const reviewErasures = async (
  dependencies: PrivacyServices,
  onFailure: (error: unknown) => void,
): Promise<void> => {
  const { now, ports } = dependencies.core;
  // With a clock that is years ahead, all retention duties would seem to have ended.
  if (!ports.isClockTrue()) return;
  const today = dayOf(now());
  for (let after = '', length = PAGE; length === PAGE;) {
    const due = await listErasuresToReview(dependencies.database, { today, after, limit: PAGE });
    for (const person of due) await reviewErasure(dependencies, person, 'system').catch(onFailure);
    after = due.at(-1)?.subject ?? after;
    length = due.length;
  }
};

/** Destroys keys that a restored backup brought back, and deletes what was restored with them. */
export const destroySurvivors = async (dependencies: PrivacyServices): Promise<void> => {
  const { core, database } = dependencies;
  const erased = await listErasedSubjects(database);
  const keys = erased.flatMap(({ subject, erased: classes }) =>
    classes.map((each) => ({ subject, class: each })),
  );
  const survivors = keys.length > 0 ? await core.vault.survivors(keys) : [];
  for (const survivor of survivors)
    await eraseOutsideLog(dependencies, survivor.subject, [survivor.class]);
};

/** Ends what still waits for staff of sellers who were erased: declared during the erasure, or left by erasures of earlier versions. */
const endWaitsOfErased = async (
  dependencies: PrivacyServices,
  onFailure: (error: unknown) => void,
): Promise<void> => {
  const { core, database } = dependencies;
  if (!core.ports.isClockTrue()) return;
  for (const person of await listErasedWhoWait(database))
    await endWaits(dependencies, person).catch(onFailure);
};

/** Runs due erasures: at once when the product starts, then every minute. */
export const startErasures = (
  dependencies: PrivacyServices,
  onFailure: (error: unknown) => void,
): { readonly stop: () => Promise<void> } =>
  every(
    { everyMs: SWEEP_MS, timers: dependencies.core.machine },
    async () => {
      await destroySurvivors(dependencies);
      await reviewErasures(dependencies, onFailure);
      await endWaitsOfErased(dependencies, onFailure);
    },
    onFailure,
  );
