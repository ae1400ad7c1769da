import { expect } from 'chai';
import { addSeconds } from '#/domain/values/time.ts';
import type { AwaitedOutcome } from '#/domain/workflows/next-read-back.ts';
import { createDueRequests, type RequestCursor } from './due-requests.ts';

const now = '2026-11-19T15:00:00.000Z';

type Charge = Extract<AwaitedOutcome, { readonly expiresAt: unknown }> & RequestCursor;

const row = (id: string, secondsAgo: number, differences: Partial<Charge> = {}): Charge => ({
  id,
  method: 'PIX',
  submission: 'ANSWERED',
  requestedAt: addSeconds(now, -secondsAgo),
  expiresAt: null,
  ...differences,
});

const sortKey = ({ requestedAt, id }: RequestCursor) => `${requestedAt} ${id}`;

/** `createDueRequests` with these rows as the read model of open requests; `close` removes one. */
const dueAmong = (rows: readonly Charge[], { hasLatest = true } = {}) => {
  const open = new Map(rows.map((each) => [each.id, each]));
  const sorted = () => [...open.values()].toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  const due = createDueRequests({
    ...(hasLatest && { latest: async (limit) => sorted().toReversed().slice(0, limit) }),
    after: async (from, limit) =>
      sorted()
        .filter((each) => sortKey(each) > sortKey(from))
        .slice(0, limit),
  });
  return {
    due: async (at: string) => (await due.take(at)).map(({ id }) => id),
    rememberUnanswered: due.rememberUnanswered,
    close: (id: string) => open.delete(id),
  };
};

describe('createDueRequests', () => {
  it('chooses payments whose read-back is due, each once', async () => {
    const { due } = dueAmong([
      row('just-now', 1),
      row('soon', 6),
      row('card', 6, { method: 'CREDIT_CARD' }),
    ]);
    expect(await due(now)).to.deep.equal(['soon']);
    expect(await due(addSeconds(now, 1))).to.deep.equal([]);
    expect(await due(addSeconds(now, 4))).to.deep.equal(['just-now', 'soon']);
    expect(await due(addSeconds(now, 60))).to.have.members(['just-now', 'soon', 'card']);
  });

  it('chooses at most a hundred payments at a time, and all of 1,300 within a minute', async () => {
    const rows = Array.from({ length: 1_300 }, (_, index) =>
      row(`p-${String(index).padStart(4, '0')}`, 3_000 + index, { submission: 'UNANSWERED' }),
    );
    const { due } = dueAmong(rows);
    const readBackIds = new Set<string>();
    let times = 0;
    for (let second = 0; second < 60; second += 1) {
      const chosen = await due(addSeconds(now, second));
      expect(chosen.length).to.be.at.most(100);
      for (const id of chosen) readBackIds.add(id);
      times += chosen.length;
    }
    expect(readBackIds.size).to.equal(1_300);
    // Each once, plus the few that became due again within that minute.
    expect(times).to.be.below(1_500);
  });

  it('catches up after a takeover on a read-back missed ten minutes ago, but not an hour ago', async () => {
    const morning = '2026-11-19T12:00:00.000Z';
    const boleto = row('boleto', 5 * 86_400, { method: 'BILLET' });
    expect(await dueAmong([boleto]).due(addSeconds(morning, -1))).to.deep.equal([]);
    expect(await dueAmong([boleto]).due(addSeconds(morning, 600))).to.deep.equal(['boleto']);
    expect(await dueAmong([boleto]).due(addSeconds(morning, 3_600))).to.deep.equal([]);
  });

  it('repeats a read-back 2, 4, 8 … s after no answer, and starts over with 2 s after an answer', async () => {
    const { due, rememberUnanswered } = dueAmong([row('old', 600)]);
    const second = (seconds: number) => addSeconds(now, seconds);
    const askedAt: number[] = [];
    for (let at = 0; at < 40; at += 1) {
      const [id] = await due(second(at));
      if (id === undefined) continue;
      askedAt.push(at);
      // The fourth read-back is answered, but not finally: then the usual schedule applies, whose next time is minutes away.
      if (askedAt.length !== 4) rememberUnanswered(id, second(at));
    }
    expect(askedAt).to.deep.equal([0, 2, 6, 14]);
    expect(await due(second(40 + 600))).to.deep.equal(['old']);
    rememberUnanswered('old', second(640));
    expect(await due(second(642))).to.deep.equal(['old']);
  });

  it('returns to the schedule after a takeover, because the new process knows of no unanswered calls', async () => {
    const card = row('card', 2 * 3_600, { method: 'CREDIT_CARD' });
    const first = dueAmong([card]);
    const firstReadBack = addSeconds(card.requestedAt, 3_600 + 240);
    expect(await first.due(firstReadBack)).to.deep.equal(['card']);
    first.rememberUnanswered('card', firstReadBack);
    expect(await dueAmong([card]).due(addSeconds(firstReadBack, 900))).to.deep.equal([]);
    expect(await first.due(addSeconds(firstReadBack, 2))).to.deep.equal(['card']);
  });

  it('leaves out payments that are no longer open', async () => {
    const { due, close } = dueAmong([row('a', 6), row('b', 6)]);
    close('a');
    expect(await due(now)).to.deep.equal(['b']);
  });

  it('chooses first the payments that have been due longest, but always some of the latest', async () => {
    const unanswered = { submission: 'UNANSWERED' } as const;
    const latest = Array.from({ length: 200 }, (_, n) => row(`new-${n}`, 2, unanswered));
    const older = Array.from({ length: 300 }, (_, n) => row(`old-${n}`, 500 + n, unanswered));
    const chosen = await dueAmong([...latest, ...older]).due(now);
    expect(chosen.filter((id) => id.startsWith('new'))).to.have.length(50);
    expect(chosen.filter((id) => id.startsWith('old'))).to.have.length(50);
  });

  it('chooses every request in turn where the latest ones have no priority', async () => {
    const endless = Array.from({ length: 501 }, (_, n) => row(`endless-${n}`, 90_000 - n));
    const { due } = dueAmong([...endless, row('last', 60)], { hasLatest: false });
    const readBackIds = new Set<string>();
    for (let second = 0; second < 20; second += 1)
      for (const id of await due(addSeconds(now, second))) readBackIds.add(id);
    expect(readBackIds).to.include('last');
  });
});
