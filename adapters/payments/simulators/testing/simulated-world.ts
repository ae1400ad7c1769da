import { createServer, type Server } from 'node:http';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { NoticeRequest } from '#/domain/ports/notice.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { closeServer, listen } from '#/adapters/payments/simulators/simulator.ts';
import { startSimulators, type Simulators } from '#/adapters/payments/simulators/simulators.ts';
import { must } from './must.ts';

/** Receives notices as the product would, and stores those that it accepts. */
const startReceiver = async () => {
  const received: { readonly providerId: string; readonly notice: NoticeRequest }[] = [];
  let wake = (): void => undefined;
  /** The HTTP statuses of the next answers; after those, 204. */
  const answers: number[] = [];
  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const status = answers.shift() ?? 204;
      if (status < 300) {
        const headers = request.headers as NoticeRequest['headers'];
        received.push({ providerId: request.url?.slice(1) ?? '', notice: { headers, body } });
      }
      response.writeHead(status).end();
      wake();
    });
  });
  const url = `http://127.0.0.1:${await listen(server, '127.0.0.1', 0)}`;
  return {
    url,
    answers,
    /** Waits for a notice about the transaction, and takes it out of the store. */
    about: async (providerId: string, transactionId: string): Promise<NoticeRequest> => {
      for (;;) {
        const index = received.findIndex(
          (each) => each.providerId === providerId && each.notice.body.includes(transactionId),
        );
        const [delivery] = index < 0 ? [] : received.splice(index, 1);
        if (delivery) return delivery.notice;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    close: () => closeServer(server),
  };
};

/** Simulators whose certificates are trusted, and the product's side of their webhooks. */
export class SimulatedWorld {
  readonly receiver: Awaited<ReturnType<typeof startReceiver>>;
  readonly simulators: Simulators;
  readonly #trusted = getCACertificates('default');

  private constructor(receiver: SimulatedWorld['receiver'], simulators: Simulators) {
    this.receiver = receiver;
    this.simulators = simulators;
    setDefaultCACertificates([...this.#trusted, simulators.ca]);
  }

  static async open(cases: Parameters<typeof startSimulators>[0]): Promise<SimulatedWorld> {
    const receiver = await startReceiver();
    const simulators = await startSimulators(cases, {
      webhookUrl: (id) => `${receiver.url}/${id}`,
      pausesMs: [10, 10],
    });
    return new SimulatedWorld(receiver, simulators);
  }

  async close(): Promise<void> {
    setDefaultCACertificates(this.#trusted);
    await this.simulators.close();
    await this.receiver.close();
  }

  accountOf(id: string, changes: object = {}) {
    return {
      ...(must(this.simulators.each.find(({ name }) => name === id)).account as object),
      ...changes,
    };
  }

  /** @returns the HTTP status */
  async pay(transactionId: string): Promise<number> {
    const path = `/simulator/payments/${encodeURIComponent(transactionId)}/pay`;
    return (await fetch(`${this.simulators.controlUrl}${path}`, { method: 'POST' })).status;
  }
}

export const read = async (provider: PaymentProvider, transactionId: string) =>
  provider.getTransaction?.({ transactionId });
