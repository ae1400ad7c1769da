import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { sampleNow as now, sampleWithdrawal } from '#/domain/testing/samples.ts';
import type { WithdrawalCommand } from '#/domain/withdrawal/commands.ts';
import { withdrawal } from '#/domain/withdrawal/decider.ts';
import { holdsOf } from './holds.ts';

describe('The data of a person who is paid', () => {
  let world: ApiWorld;

  before(async () => {
    world = await apiWorld();
  });
  after(() => world.close());

  const fiscalRecord = { fiscal: { causes: ['fiscal-record'], until: '2031-11-20' } };
  const openPayout = { causes: ['open-withdrawal'], until: null };
  const sent = { type: 'RecordSent', providerWithdrawId: 'w-1', now } as const;
  const settled = { type: 'RecordSettled', endToEndId: 'E-1', now } as const;
  const cameBack = { type: 'RecordCameBack', cause: 'rejected', now } as const;
  const failed = { type: 'RecordFailed', cause: 'rejected', now } as const;

  for (const [outcome, commands, expected] of [
    ['is open', [sent], { fiscal: openPayout, contact: openPayout }],
    ['was paid', [sent, settled], fiscalRecord],
    ['came back', [sent, settled, cameBack], fiscalRecord],
    ['failed', [sent, failed], {}],
  ] as const)
    it(`is held as the law says when the payout ${outcome}`, async () => {
      const { core } = world.services;
      const email = `${randomUUID()}@example.com`;
      const subject = await core.vault.subjectFor({ platformId: 'demo', email });
      const destination = await core.vault.encrypt(subject, 'fiscal', { name: 'Jaci Recebe' });
      const stream = streamOf('withdrawal', randomUUID());
      const request = { ...sampleWithdrawal, destination };
      const all: readonly WithdrawalCommand[] = [
        { type: 'RequestWithdrawal', withdrawal: request },
        ...commands,
      ];
      const by = { platform: 'demo', actor: 'system', correlation: stream };
      for (const command of all)
        await core.handler.handle(withdrawal, stream, command, { ...by, commandId: randomUUID() });
      const at = { ...world.services, core: { ...core, now: () => now } };
      expect(await holdsOf(at, subject)).to.deep.equal(expected);
    });
});
