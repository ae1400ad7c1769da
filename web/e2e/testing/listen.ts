import type { Page, Request } from 'playwright-core';
import { eventually } from '#/scripts/testing/eventually.ts';

/** Records the page's requests and the messages it receives. */
export const listen = (page: Page) => {
  // A text is a received message.
  const observed: (string | Request)[] = [];
  page.on('request', (request) => observed.push(request));
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => observed.push(String(payload))),
  );
  const isMessage =
    (...texts: readonly string[]) =>
    (event: string | Request): boolean =>
      typeof event === 'string' && texts.every((text) => event.includes(text));

  return {
    forget: () => {
      observed.length = 0;
    },
    /** Waits until the page is subscribed to a topic, and a call of the procedure after that is answered. */
    following: async (topic: string, procedure: string): Promise<void> => {
      const call = await eventually(async () => {
        const snapshotAt = observed.findIndex(isMessage('"snapshot"', `"${topic}:`));
        const later = snapshotAt === -1 ? [] : observed.slice(snapshotAt);
        const requests = later.filter((event) => typeof event !== 'string');
        return requests.find((request) => request.url().includes(`/${procedure}`));
      }, `${procedure} is asked again`);
      await (await call.response())?.finished();
    },
    /** Resolves once a message that contains these texts has come. */
    receive: async (...texts: readonly string[]): Promise<void> => {
      await eventually(
        async () => observed.some(isMessage(...texts)) || undefined,
        `the page receives ${texts.join()}`,
      );
    },
  };
};
