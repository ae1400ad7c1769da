import { expect } from 'chai';
import { judgeAnswers, type CallerAnswer } from './answers.ts';
import type { EventText } from './texts.ts';

const event = (stream: string, type: string, data: unknown, causation = ''): EventText => ({
  position: `${stream} ${type}`,
  id: `${stream} ${type}`,
  stream,
  type,
  data: JSON.stringify(data),
  meta: JSON.stringify({ causation }),
});

const events = [
  event('payment-p-1', 'PaymentRequested', { amount: 100 }, 'command-1'),
  event('payment-p-1', 'PaymentSubmitted', { pixCode: 'a code' }),
];

const judged = (...answers: readonly Omit<CallerAnswer, 'request'>[]): readonly string[] =>
  judgeAnswers(
    answers.map((each) => ({ request: 'buy of input 1', ...each })),
    { events, everything: events },
  );

const command = 'command-1';

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

  it('finds a refusal that left something, unless another press of the same was not refused', () => {
    const refused = { command, outcome: 'refused', code: 'why' } as const;
    expect(judged(refused)).to.deep.equal([
      'buy of input 1 was answered as refused (why), and is on record',
    ]);
    expect(judged(refused, { command, outcome: 'lost' })).to.deep.equal([]);
  });
});
