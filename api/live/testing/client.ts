import { WebSocket } from 'ws';
import { serverMessage, type ServerMessage } from '#/api/contract/live.ts';

type Message = Extract<ServerMessage, { type: 'snapshot' | 'delta' }>;

/** A client of the live socket that stores all received messages. */
export class Client {
  readonly socket: WebSocket;
  readonly messages: ServerMessage[] = [];
  #wake: () => void = () => undefined;

  constructor(url: string, headers: Readonly<Record<string, string>>) {
    this.socket = new WebSocket(`${url.replace('http', 'ws')}/live`, { headers });
    this.socket.on('message', (data: Buffer) => {
      this.messages.push(serverMessage.parse(JSON.parse(data.toString('utf8'))));
      this.#wake();
    });
    this.socket.on('close', () => this.#wake());
  }

  opened(): Promise<this> {
    return new Promise((resolve, reject) => {
      this.socket.once('open', () => resolve(this));
      this.socket.once('error', reject);
    });
  }

  closed(): Promise<number> {
    return new Promise((resolve) => {
      this.socket.once('close', (code) => resolve(code));
    });
  }

  say(message: unknown): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  subscribe(topic: string, since?: string): void {
    this.say({ type: 'subscribe', topic, ...(since !== undefined && { since }) });
  }

  /** Waits, if needed, for a message that fits. @returns the first that was received */
  async receives(fits: (message: ServerMessage) => boolean): Promise<ServerMessage> {
    for (;;) {
      const message = this.messages.find(fits);
      if (message) return message;
      if (this.socket.readyState === WebSocket.CLOSED) throw new Error('the socket is closed');
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  reported(topic: string): readonly Message[] {
    return this.messages.filter(
      (message): message is Message =>
        (message.type === 'snapshot' || message.type === 'delta') && message.topic === topic,
    );
  }
}
