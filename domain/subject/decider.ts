import type { Decider, EventOf } from '#/domain/aggregates/aggregate.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { retentionClasses, type RetentionClass } from '#/domain/privacy/encrypted.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import type { RetentionDuties, SubjectCommand } from './commands.ts';
import type { subjectEvents } from './events.ts';

export type SubjectEvent = EventOf<typeof subjectEvents>;

export interface Subject {
  /** When the person first asked for erasure; null = not yet. */
  readonly requestedAt: Timestamp | null;
  /** The duties to keep the classes that are not erased, as of the last review. */
  readonly holds: RetentionDuties;
  readonly erased: readonly RetentionClass[];
}

export const dueClasses = ({ requestedAt, holds, erased }: Subject): readonly RetentionClass[] =>
  requestedAt === null
    ? []
    : retentionClasses.filter((each) => !erased.includes(each) && !holds[each]);

const isSame = (a: RetentionDuties, b: RetentionDuties): boolean =>
  retentionClasses.every((each) => JSON.stringify(a[each]) === JSON.stringify(b[each]));

const schedule = (
  subject: Subject,
  { platformId, holds, now: at }: Extract<SubjectCommand, { readonly holds: RetentionDuties }>,
): readonly SubjectEvent[] => {
  const remaining = retentionClasses.filter((each) => !subject.erased.includes(each));
  if (remaining.length === 0) return [];
  const classes = remaining.map((each) => ({
    class: each,
    causes: [...(holds[each]?.causes ?? [])],
    until: holds[each]?.until ?? null,
  }));
  return [{ type: 'SubjectErasureScheduled', data: { platformId, classes, at } }];
};

const decide = (command: SubjectCommand, subject: Subject): readonly SubjectEvent[] => {
  const { platformId, now: at } = command;
  if (command.type === 'RecordExport')
    return [{ type: 'SubjectExported', data: { platformId, at } }];
  if (command.type === 'RequestErasure') {
    if (subject.requestedAt !== null) return [];
    const requested = { type: 'SubjectErasureRequested', data: { platformId, at } } as const;
    return [requested, ...schedule(subject, command)];
  }
  if (subject.requestedAt === null) throw new Refused('subject/unknown');
  if (command.type === 'ReviewErasure') {
    const holds = Object.fromEntries(
      Object.entries(command.holds).filter(([each]) => !subject.erased.some((it) => it === each)),
    );
    return isSame(holds, subject.holds) ? [] : schedule(subject, command);
  }
  const classes = command.classes.filter((each) => !subject.erased.includes(each));
  if (classes.length === 0) return [];
  if (classes.some((each) => subject.holds[each])) throw new Refused('subject/held');
  return [{ type: 'SubjectErased', data: { platformId, classes, at } }];
};

const evolve = (subject: Subject, event: SubjectEvent): Subject => {
  switch (event.type) {
    case 'SubjectExported':
      return subject;
    case 'SubjectErasureRequested':
      return { ...subject, requestedAt: event.data.at };
    case 'SubjectErasureScheduled': {
      const retained = event.data.classes.filter(({ causes }) => causes.length > 0);
      const holds: RetentionDuties = Object.fromEntries(
        retained.map(({ class: of, causes, until }) => [of, { causes, until }]),
      );
      return { ...subject, holds };
    }
    case 'SubjectErased':
      return { ...subject, erased: [...subject.erased, ...event.data.classes] };
  }
};

/** Erasure is requested, put off as long as a retention duty lasts, then done class by class. */
export const subject: Decider<SubjectCommand, SubjectEvent, Subject> = {
  category: 'subject',
  initial: { requestedAt: null, holds: {}, erased: [] },
  decide,
  evolve,
};
