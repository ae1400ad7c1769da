import type { Page, Request } from 'playwright-core';
import { eventually } from '#/scripts/testing/eventually.ts';

/** Records the page's requests and the messages it receives. */
export const listen = (page: Page) => {
  const observed: (string | Request)[] = [];
  page.on('request', (request) => observed.push(request));
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => observed.push(String(payload))),
  );
  const isMessage =
    (...texts: readonly string[]) =>
    (each: string | Request): boolean =>
      typeof each === 'string' && texts.every((text) => each.includes(text));

  return {
    forget: () => {
      observed.length = 0;
    },
    /** Waits until the page is subscribed to a topic, and has then asked for the list once more. */
    following: async (topic: string, procedure: string): Promise<void> => {
      const asked = await eventually(async () => {
        const followed = observed.findIndex(isMessage('"snapshot"', `"${topic}:`));
        const later = followed === -1 ? [] : observed.slice(followed);
        const requests = later.filter((each) => typeof each !== 'string');
        return requests.find((request) => request.url().includes(`/${procedure}`));
      }, `${procedure} is asked again`);
      await (await asked.response())?.finished();
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
