import type { Pool } from 'pg';
import type { Machine } from '#/domain/ports/machine.ts';
import { retentionClasses } from '#/domain/privacy/encrypted.ts';
import { inBatches } from '#/ledger/concurrency/in-batches.ts';
import { KEY_BYTES } from '#/ledger/vault/cipher.ts';
import { nameOf } from '#/ledger/vault/subject-keys.ts';
import { blindsOf, type BlindIndexEntry, type Lookup } from '#/ledger/vault/subjects.ts';
import type { KeyRing } from './key-ring.ts';
import { createMemory, type SubjectKeys } from './subject-keys.ts';

/** How long a process may use the id of a person whom another process erased. */
const SUBJECT_SECONDS = 5;

/**
 * SQL that stores new people with their keys, and returns the ids of all. People are locked in the order of their digests, against
 * deadlocks.
 */
const NEW_SUBJECTS = `WITH known AS (
    INSERT INTO vault.subject_index (blind, subject)
    SELECT * FROM unnest($1::bytea[], $2::uuid[]) AS wanted(blind, invented) ORDER BY blind
    ON CONFLICT (blind) DO UPDATE SET blind = excluded.blind RETURNING blind, subject),
  made AS (
    INSERT INTO vault.subject_key (subject, class, wrapped, kek_id)
    SELECT subject, class, wrapped, $6
    FROM known JOIN unnest($3::uuid[], $4::text[], $5::bytea[]) AS fresh(subject, class, wrapped) USING (subject)),
  found_by AS (
    INSERT INTO vault.subject_lookup (blind, subject, class)
    SELECT by.blind, subject, by.class
    FROM known JOIN unnest($7::bytea[], $8::bytea[], $9::text[]) AS by(email, blind, class) ON known.blind = by.email
    ORDER BY by.blind, subject ON CONFLICT DO NOTHING)
  SELECT blind, subject FROM known`;

interface Person {
  readonly email: Buffer;
  readonly others: readonly BlindIndexEntry[];
}

const textOf = (blind: Buffer): string => blind.toString('base64');

/** Gives new people an id and all their keys in one statement, because every purchase waits for it. */
export const createSubjects = (pool: Pool, ring: KeyRing, keys: SubjectKeys, machine: Machine) => {
  const memory = createMemory<string>(SUBJECT_SECONDS, machine);

  const createPerson = (blind: Buffer) => {
    const subject = machine.uuid();
    const fresh = retentionClasses.map((retention) => {
      const name = nameOf({ subject, class: retention });
      const key = machine.bytes(KEY_BYTES);
      return { class: retention, name, key, ...ring.wrap(key, name) };
    });
    return { blind, subject, fresh };
  };

  const subjectsOf = async (people: readonly Person[]): Promise<readonly string[]> => {
    const keepKey = keys.keeper();
    const emails = new Map(people.map(({ email }) => [textOf(email), email]));
    const newPeople = [...emails.values()].map(createPerson);
    const newKeys = newPeople.flatMap(({ subject, fresh }) =>
      fresh.map((key) => ({ subject, ...key })),
    );
    const others = people.flatMap(({ email, others: by }) =>
      by.map((each) => ({ email, ...each })),
    );
    const { rows } = await pool.query<{ blind: Buffer; subject: string }>({
      name: 'new subjects',
      text: NEW_SUBJECTS,
      values: [
        newPeople.map(({ blind }) => blind),
        newPeople.map(({ subject }) => subject),
        newKeys.map(({ subject }) => subject),
        newKeys.map((each) => each.class),
        newKeys.map(({ wrapped }) => wrapped),
        ring.currentId,
        others.map(({ email }) => email),
        others.map(({ blind }) => blind),
        others.map((each) => each.class),
      ],
    });
    const byEmail = new Map(rows.map(({ blind, subject }) => [textOf(blind), subject]));
    const stored = new Set(byEmail.values());
    for (const { subject, name, key } of newKeys) if (stored.has(subject)) keepKey(name, key);
    return people.map(({ email }) => {
      const subject = byEmail.get(textOf(email));
      if (!subject) throw new Error('the vault gave no subject');
      return subject;
    });
  };

  const subjectOf = inBatches({ run: subjectsOf, width: 2, most: 100 });

  return {
    forget: memory.forget,
    subjectFor: async (person: Lookup & { readonly email: string }): Promise<string> => {
      const { email = Buffer.alloc(0), others } = blindsOf(ring.indexKey, person);
      const key = textOf(Buffer.concat([email, ...others.map(({ blind }) => blind)]));
      const cached = memory.get(key);
      if (cached) return cached.value;
      const keep = memory.keeper();
      const subject = await subjectOf({ email, others });
      keep(key, subject);
      return subject;
    },
  };
};
