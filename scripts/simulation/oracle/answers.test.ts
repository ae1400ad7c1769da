import { expect } from 'chai';
import { judgeAnswers, type CallerAnswer } from './answers.ts';
import type { EventText } from './texts.ts';

const event = (
  position: string,
  type: string,
  data: unknown = {},
  { stream = 'payment-p-1', causation = '' } = {},
): EventText => ({
  position,
  id: position,
  stream,
  type,
  data: JSON.stringify(data),
  meta: JSON.stringify({ causation }),
});

const command = 'command-1';

const REQUESTED = event('1', 'PaymentRequested', { amount: 100 }, { causation: command });
const CALLED = event('2', 'ChargeAttempted');
const UNANSWERED = event('3', 'PaymentSubmissionUnanswered');
const SUBMITTED = event('4', 'PaymentSubmitted', { pixCode: 'a code' });

const judgedIn =
  (...events: readonly EventText[]) =>
  (...answers: readonly Omit<CallerAnswer, 'request'>[]): readonly string[] =>
    judgeAnswers(
      answers.map((each) => ({ request: 'buy of input 1', ...each })),
      { events, everything: events },
    );

const judged = judgedIn(REQUESTED, CALLED, SUBMITTED);

/** The answer knows that the acquirer is being called, and nothing later. */
const withoutCode = {
  command,
  outcome: 'done',
  id: 'p-1',
  position: CALLED.position,
  recorded: 2,
  tookMs: 100,
} as const;

describe('The judge of what was answered to callers', () => {
  it('finds nothing where the id, its PIX code and the refusal of another command are true', () => {
    const done = { command, outcome: 'done', id: 'p-1', pixCode: 'a code' } as const;
    const refused = { command: 'command-2', outcome: 'refused', code: 'why' } as const;
    expect(judged(done, refused, { command, outcome: 'lost' })).to.deep.equal([]);
  });

  it('finds an id that is not on record, and a success that is not', () => {
    expect(judged({ command, outcome: 'done', id: 'p-2' })).to.deep.equal([
      'buy of input 1 was answered as done as p-2, and is not on record',
    ]);
    expect(judged({ command: 'command-2', outcome: 'done' })).to.deep.equal([
      'buy of input 1 was answered as done, and is not on record',
    ]);
  });

  it('finds a PIX code that the payment does not have', () => {
    const other = { command, outcome: 'done', id: 'p-1', pixCode: 'another' } as const;
    expect(judged(other)).to.deep.equal([
      'buy of input 1 was answered with a PIX code that p-1 does not have',
    ]);
  });

  it('finds a PIX payment that was answered without its code, which was on record, or came from the call under way', () => {
    const found = ['buy of input 1 was answered without the PIX code of p-1'];
    expect(judged({ ...withoutCode, recorded: 3, tookMs: 60_000 })).to.deep.equal(found);
    expect(judged({ ...withoutCode, position: SUBMITTED.position })).to.deep.equal(found);
    expect(judged(withoutCode)).to.deep.equal(found);
  });

  it('finds nothing where the acquirer had not answered, or did not in the time for which buyers wait', () => {
    const unanswered = { ...withoutCode, position: UNANSWERED.position };
    expect(judgedIn(REQUESTED, CALLED, UNANSWERED, SUBMITTED)(unanswered)).to.deep.equal([]);
    expect(judged({ ...withoutCode, tookMs: 20_000 })).to.deep.equal([]);
    expect(judgedIn(REQUESTED, CALLED)(withoutCode)).to.deep.equal([]);
  });

  it('finds a refusal that left something, unless another press of the same was not refused', () => {
    const refused = { command, outcome: 'refused', code: 'why' } as const;
    expect(judged(refused)).to.deep.equal([
      'buy of input 1 was answered as refused (why), and is on record',
    ]);
    expect(judged(refused, { command, outcome: 'lost' })).to.deep.equal([]);
  });
});
