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

const findingsIn =
  (...events: readonly EventText[]) =>
  (...answers: readonly Omit<CallerAnswer, 'request'>[]): readonly string[] =>
    judgeAnswers(
      answers.map((each) => ({ request: 'buy of input 1', ...each })),
      { events, everything: events },
    );

const findings = findingsIn(REQUESTED, CALLED, SUBMITTED);

/** An answer without a PIX code, at a position at which the acquirer is being called and has not answered. */
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
    expect(findings(done, refused, { command, outcome: 'lost' })).to.deep.equal([]);
  });

  it('finds an id that is not on record, and a success that is not', () => {
    expect(findings({ command, outcome: 'done', id: 'p-2' })).to.deep.equal([
      'buy of input 1 was answered as done as p-2, and is not on record',
    ]);
    expect(findings({ command: 'command-2', outcome: 'done' })).to.deep.equal([
      'buy of input 1 was answered as done, and is not on record',
    ]);
  });

  it('finds a PIX code that the payment does not have', () => {
    const other = { command, outcome: 'done', id: 'p-1', pixCode: 'another' } as const;
    expect(findings(other)).to.deep.equal([
      'buy of input 1 was answered with a PIX code that p-1 does not have',
    ]);
  });

  it('finds a PIX payment that was answered without its code, which was on record, or came from the call under way', () => {
    const withoutCodeFinding = ['buy of input 1 was answered without the PIX code of p-1'];
    expect(findings({ ...withoutCode, recorded: 3, tookMs: 60_000 })).to.deep.equal(
      withoutCodeFinding,
    );
    expect(findings({ ...withoutCode, position: SUBMITTED.position })).to.deep.equal(
      withoutCodeFinding,
    );
    expect(findings(withoutCode)).to.deep.equal(withoutCodeFinding);
  });

  it('finds nothing where the acquirer had not answered, or did not in the time for which buyers wait', () => {
    const unanswered = { ...withoutCode, position: UNANSWERED.position };
    expect(findingsIn(REQUESTED, CALLED, UNANSWERED, SUBMITTED)(unanswered)).to.deep.equal([]);
    expect(findings({ ...withoutCode, tookMs: 20_000 })).to.deep.equal([]);
    expect(findingsIn(REQUESTED, CALLED)(withoutCode)).to.deep.equal([]);
  });

  it('finds a refusal whose command is on record, unless another press of the same button was not refused', () => {
    const refused = { command, outcome: 'refused', code: 'why' } as const;
    expect(findings(refused)).to.deep.equal([
      'buy of input 1 was answered as refused (why), and is on record',
    ]);
    expect(findings(refused, { command, outcome: 'lost' })).to.deep.equal([]);
  });
});
