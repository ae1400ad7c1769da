import { expect } from 'chai';
import { decimalPosition } from '#/ledger/stores/decimal-position.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import type { ChangeFeed, Notification } from './change-feed.ts';

export interface ChangesUnderTest {
  readonly open: (onNotification: (notification: Notification) => void) => Promise<ChangeFeed>;
  readonly dispose: () => Promise<void>;
}

export const changeFeedContract = (name: string, begin: () => Promise<ChangesUnderTest>): void => {
  describe(`Changes between processes ${name}`, () => {
    let underTest: ChangesUnderTest;
    let feeds: ChangeFeed[];

    beforeEach(async () => {
      underTest = await begin();
      feeds = [];
    });
    afterEach(async () => {
      await Promise.all(feeds.map((feed) => feed.close()));
      await underTest.dispose();
    });

    const open = async () => {
      const received: Notification[] = [];
      const feed = await underTest.open((reported) => received.push(reported));
      feeds.push(feed);
      return { feed, received };
    };
    const arrives = (received: readonly Notification[]) =>
      eventually(
        () => received.some(({ kind }) => kind === 'look') || undefined,
        'the last arrives',
      );

    const moved = (nth: number): Parameters<ChangeFeed['notify']>[0] => ({
      kind: 'moved',
      name: 'notes',
      position: decimalPosition(nth),
      topics: [{ topic: `note:${nth}`, data: { title: 'Olá' } }],
      isWhole: true,
    });

    it('arrive at all other processes, each once and in order, and not at their sender', async () => {
      const [sender, one, other] = [await open(), await open(), await open()];
      const sent = [...[1, 2, 3, 3].map(moved), { kind: 'look' } as const];
      for (const each of sent) sender.feed.notify(each);
      for (const { received } of [one, other]) {
        await arrives(received);
        expect(received).to.deep.equal(sent);
      }
      expect(sender.received).to.deep.equal([]);
    });

    it('are those of the moment of sending, whatever happens to them afterwards', async () => {
      const [sender, receiver] = [await open(), await open()];
      const data = { title: 'as sent' };
      sender.feed.notify({
        kind: 'moved',
        name: 'notes',
        position: decimalPosition(1),
        topics: [{ topic: 'note:1', data }],
        isWhole: true,
      });
      data.title = 'changed';
      sender.feed.notify({ kind: 'look' });
      await arrives(receiver.received);
      expect(receiver.received[0]).to.have.nested.property('topics[0].data.title', 'as sent');
    });

    it('do not arrive at a process that has closed its feed', async () => {
      const [sender, closed, receiver] = [await open(), await open(), await open()];
      await closed.feed.close();
      sender.feed.notify({ kind: 'look' });
      await arrives(receiver.received);
      expect(closed.received).to.deep.equal([]);
    });
  });
};
