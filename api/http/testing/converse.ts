import { connect } from 'node:net';
import { eventually } from '#/scripts/testing/eventually.ts';

export interface Exchange {
  /** Everything the server sent so far. */
  readonly answered: string;
  readonly closed: boolean;
}

/** Opens a connection and sends these bytes. */
export const converse = (
  url: string,
  ...bytes: readonly (string | Buffer)[]
): {
  readonly until: (isEnough: (exchange: Exchange) => boolean) => Promise<Exchange>;
  readonly say: (text: string) => void;
  readonly leave: () => void;
} => {
  const { hostname, port } = new URL(url);
  let [answered, closed] = ['', false];
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('data', (chunk) => (answered += chunk.toString('latin1')));
  socket.on('close', () => (closed = true));
  socket.on('error', () => undefined);
  for (const each of bytes) socket.write(each);
  return {
    until: (isEnough) =>
      eventually(
        () => {
          const exchange = { answered, closed };
          return isEnough(exchange) ? exchange : undefined;
        },
        () => `an answer like that; it was: ${answered.slice(0, 200)}`,
      ),
    say: (text) => void socket.write(text),
    leave: () => socket.destroy(),
  };
};

export const statusOf = ({ answered }: Exchange): number =>
  Number(/^HTTP\/1\.1 (\d{3})/.exec(answered)?.[1]);

export const hasStatus = (exchange: Exchange): boolean => !Number.isNaN(statusOf(exchange));
