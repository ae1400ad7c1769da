import { expect } from 'chai';
import type { MailContent } from '#/domain/mail/events.ts';
import { FIRST_EPOCH } from '#/domain/testing/ports.ts';
import { sampleNow as at } from '#/domain/testing/samples.ts';
import { withdrawing } from '#/domain/testing/withdrawing.ts';
import { cents } from '#/domain/values/money.ts';
import type { Policy } from './policy.ts';
import { tellOfDocument, tellOfWithdrawal } from './tell-of-seller-matters.ts';

const ID = '6a4b9a0e-0f8e-5d5c-8a52-2b1c9f5ab111';

const place = { id: ID, aggregateId: 'withdrawal-1', position: '1' };
const outcome = { platformId: 'demo', receiverId: 'seller-1', at } as const;
const paid = { ...outcome, provider: 'onz', currency: 'BRL', endToEndId: null } as const;

const reactionOf = ({ react }: Policy, event: Parameters<Policy['react']>[0]) =>
  react(event, { now: at, epoch: FIRST_EPOCH });

/** One mail to the seller, with the id of the event. */
const mailWith = (content: MailContent) => {
  const to = { kind: 'seller', personId: 'seller-1' };
  const mail = { platformId: 'demo', to, language: 'pt-BR', content, at };
  return [{ to: 'mail', id: ID, command: { type: 'RequestMail', mail } }];
};

describe('A mail about a withdrawal', () => {
  it('says what was paid out, without the fee', () => {
    const data = { ...paid, amount: cents(100_00), fee: cents(1_99) };
    const amount = cents(98_01);
    const content = { template: 'withdrawal', outcome: 'PAID', amount, currency: 'BRL' } as const;
    expect(
      reactionOf(tellOfWithdrawal, { ...place, type: 'WithdrawalSettled', data }),
    ).to.deep.equal(mailWith({ ...content, happenedAt: at }));
    expect(
      reactionOf(tellOfWithdrawal, { ...place, type: 'WithdrawalSettled', data: paid }),
      'from before amounts were recorded',
    ).to.deep.equal([]);
  });

  it('says what was paid out, if staff found another amount than was requested', () => {
    const payout = withdrawing();
    payout.says(50_00);
    payout.agree('payout', 'HAPPENED');
    const [settled, ...others] = payout.facts().filter(({ type }) => type === 'WithdrawalSettled');
    if (settled?.type !== 'WithdrawalSettled') return expect.fail('not settled');
    expect(others).to.deep.equal([]);
    const [request] = reactionOf(tellOfWithdrawal, { ...place, ...settled });
    expect(request?.command).to.have.nested.property('mail.content.amount', 50_00);
  });

  it('says why staff refused it', () => {
    const data = { ...outcome, refusedBy: 'admin:ana', reason: 'Fora do padrão' };
    const content = { template: 'withdrawal', outcome: 'REFUSED', reason: data.reason } as const;
    expect(
      reactionOf(tellOfWithdrawal, { ...place, type: 'WithdrawalRefused', data }),
    ).to.deep.equal(mailWith({ ...content, happenedAt: at }));
  });

  it('says that it came back, unless only its amount was corrected', () => {
    const { endToEndId: _, ...rest } = paid;
    const amount = cents(98_01);
    const data = { ...rest, amount, fee: cents(1_99), cause: 'account-closed', text: 'Fechada' };
    const content = { template: 'withdrawal', outcome: 'RETURNED', amount } as const;
    expect(
      reactionOf(tellOfWithdrawal, { ...place, type: 'WithdrawalCameBack', data }),
    ).to.deep.equal(mailWith({ ...content, currency: 'BRL', happenedAt: at }));
    const corrected = { ...data, isPart: true } as const;
    expect(
      reactionOf(tellOfWithdrawal, { ...place, type: 'WithdrawalCameBack', data: corrected }),
    ).to.deep.equal([]);
  });
});

describe('A mail about a document', () => {
  it('says which one was rejected, and why', () => {
    const reason = 'A foto está cortada';
    const file = { fileId: ID, kind: 'photoDocument', reason } as const;
    const data = { platformId: 'demo', sellerId: 'seller-1', at, ...file };
    const content = { template: 'document-rejected', document: 'photoDocument', reason } as const;
    expect(
      reactionOf(tellOfDocument, { ...place, type: 'ReceiverFileRejected', data }),
    ).to.deep.equal(mailWith({ ...content, rejectedAt: at }));
  });
});
