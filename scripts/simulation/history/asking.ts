import { Refused } from '#/domain/errors/refused.ts';
import type { CallerAnswer } from '#/scripts/simulation/oracle/answers.ts';
import type { RunningProduct } from '#/scripts/simulation/product.ts';
import type { Site } from '#/scripts/simulation/site.ts';
import type { Answered } from './callers.ts';
import type { Place } from './history.ts';

type Core = RunningProduct['core'];

/** `lost` = the request may have taken effect or not. */
export type Outcome =
  | { readonly outcome: 'done'; readonly answered: Answered }
  | { readonly outcome: 'refused' | 'lost' };

export type Ask = (
  named: {
    readonly what: string;
    /** Two presses of one button are one request. */
    readonly request: string;
  },
  place: Place,
  call: (core: Core) => Promise<Answered>,
) => Promise<Outcome>;

/** Returns a function that sends a request to a process, counts its outcome and tells the oracle its answer. A dead process never answers. */
export const askOf =
  (site: Site): Ask =>
  ({ what, request }, place, call) => {
    const { process, core } = site.at(place);
    const outcomeOf = async (): Promise<Outcome> => {
      const { log, world } = site;
      const [recorded, askedAt] = [log.everything.length, world.now];
      let command: string | undefined;
      const noteAndRun: Core['idempotent'] = (keyed, run) =>
        core.idempotent(keyed, (context) => {
          command = context.commandId;
          site.oracle.steps.ask(request, command);
          return run(context);
        });
      const tell = (answer: Omit<CallerAnswer, 'request' | 'command'>): void =>
        site.oracle.tell({ request, command, ...answer });
      try {
        const answered = await call({ ...core, idempotent: noteAndRun });
        site.count(`${what}, done`);
        tell({ outcome: 'done', ...answered, recorded, tookMs: world.now - askedAt });
        return { outcome: 'done', answered };
      } catch (error) {
        site.count(`${what}, refused`);
        const outcome = error instanceof Refused ? 'refused' : 'lost';
        tell({ outcome, ...(error instanceof Refused && { code: error.code }) });
        return { outcome };
      }
    };
    return new Promise((resolve) => {
      process.receive(() => resolve(outcomeOf()));
    });
  };
