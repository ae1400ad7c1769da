import type { Dispatch, Dispatcher } from '#/ledger/dispatch.ts';
import { workOf, type PolicyResult, type Failed, type Ready } from './policy-result.ts';
import type { ParkedWork } from './parking.ts';
import { commandsTo, reactionsOn } from './queues.ts';

/** Collects results of policies whose work must wait, by queue. */
export class Waiting {
  readonly #queues = new Map<string, PolicyResult[]>();

  add(queue: string, answer: PolicyResult): void {
    const answers = this.#queues.get(queue);
    if (answers === undefined) this.#queues.set(queue, [answer]);
    else if (answers.at(-1) !== answer) answers.push(answer);
  }

  async store(parking: ParkedWork): Promise<void> {
    for (const [queue, answers] of this.#queues) {
      const last = answers.at(-1);
      if (last) await parking.wait(queue, answers.map(workOf), last.event);
    }
  }
}

interface Sent {
  readonly answer: Ready;
  readonly one: Dispatch;
}

/** Sends the commands of policies and reactions. Work whose command failed holds its queue: later work of the queue waits for it. */
export const createSending = (dispatch: Dispatcher, parking: ParkedWork) => {
  const sendAll = (sent: readonly Sent[]) => dispatch(sent.map(({ one }) => one));

  // A refused command holds no queue: perhaps a later command lets the aggregate accept it.
  const parkRefused = (answer: Ready, error: unknown): Promise<void> =>
    parking.park(workOf(answer), { error, event: answer.event });

  return {
    /** Sends commands; those whose queue is held wait in it. @returns the answers with a refused command */
    send: async (answers: readonly Ready[]): Promise<readonly Ready[]> => {
      const waiting = new Waiting();
      const sent: Sent[] = [];
      for (const answer of answers) {
        for (const one of answer.dispatches) {
          const queue = commandsTo(one.command);
          if (parking.isHeld(queue)) waiting.add(queue, answer);
          else sent.push({ answer, one });
        }
      }
      const refused: Ready[] = [];
      for (const [index, outcome] of (await sendAll(sent)).entries()) {
        const command = sent[index];
        if (command === undefined || outcome.kind === 'done') continue;
        const { answer, one } = command;
        const queue = commandsTo(one.command);
        if (outcome.kind === 'behind') waiting.add(queue, answer);
        else if (outcome.kind === 'failed') {
          const { event } = answer;
          await parking.park(workOf(answer), { error: outcome.error, queue, event });
        } else {
          refused.push(answer);
          await parkRefused(answer, outcome.refusal);
        }
      }
      await waiting.store(parking);
      return refused;
    },

    /** Sends the commands of one held queue, up to the first that fails. @returns the answer that failed */
    sendQueued: async (queue: string, answers: readonly Ready[]): Promise<Failed | undefined> => {
      const sent = answers.flatMap((answer) =>
        answer.dispatches
          .filter(({ command }) => commandsTo(command) === queue)
          .map((one) => ({ answer, one })),
      );
      for (const [index, outcome] of (await sendAll(sent)).entries()) {
        const answer = sent[index]?.answer;
        if (answer === undefined) continue;
        if (outcome.kind === 'refused') await parkRefused(answer, outcome.refusal);
        if (outcome.kind === 'failed') return { ...answer, error: outcome.error };
      }
      return undefined;
    },

    /** Sends a reaction's commands, which record the provider's answer. */
    record: async (answer: PolicyResult): Promise<'recorded' | 'refused' | 'failed'> => {
      const queue = reactionsOn(answer.event.stream);
      const fail = async (error: unknown): Promise<'failed'> => {
        await parking.park(workOf(answer), { error, queue, event: answer.event });
        return 'failed';
      };
      if ('error' in answer) return fail(answer.error);
      let isRefused = false;
      for (const outcome of await dispatch(answer.dispatches)) {
        if (outcome.kind === 'failed') return fail(outcome.error);
        if (outcome.kind !== 'refused') continue;
        isRefused = true;
        await parkRefused(answer, outcome.refusal);
      }
      return isRefused ? 'refused' : 'recorded';
    },
  };
};

export type Sending = ReturnType<typeof createSending>;
