import { expect } from 'chai';
import { sendJson } from '#/adapters/payments/evidence/case-server.ts';
import { pixWithdrawal } from '#/adapters/payments/evidence/samples.ts';
import { createLogger } from './logger.ts';
import { createMetrics } from './metrics.ts';
import { startAcquirers } from '#/api/testing/acquirers-here.ts';
import { observeProviders } from './observed-providers.ts';

const recordingLogger = () => {
  const lines: string[] = [];
  return { lines, logger: createLogger('info', { write: (line) => void lines.push(line) }) };
};

describe('Log of payouts that fail at their acquirer', () => {
  it('names the cause of a failed payout, without the recipient’s name or PIX key', async () => {
    const { host, providers } = await startAcquirers(['pronttus']);
    const { logger, lines } = recordingLogger();
    const { withdraw } = await observeProviders(
      providers,
      createMetrics(),
      logger,
    )('pronttus', 'platform-1');
    host.answerWith((_seen, response) =>
      sendJson(response, 400, { message: `${pixWithdrawal.name} ${pixWithdrawal.pixKey}` }),
    );
    const error = await withdraw?.(pixWithdrawal).catch((failure: unknown) => failure);
    await host.close();
    expect(error).to.include({ kind: 'invalid', mayHaveHappened: true });
    expect(lines.map((line) => JSON.parse(line))).to.have.lengthOf(1);
    expect(JSON.parse(lines[0] ?? '{}')).to.include({
      provider: 'pronttus',
      cause: 'invalid',
      mayHaveHappened: true,
      msg: 'a payout failed at its acquirer',
    });
    expect(lines.join()).not.to.include(pixWithdrawal.name);
    expect(lines.join()).not.to.include(pixWithdrawal.pixKey);
  });

  it('includes payouts reported as failed or cancelled, in the acquirer’s answer or when queried later', async () => {
    const { logger, lines } = recordingLogger();
    const { host, providers } = await startAcquirers(['pronttus', 'bravive']);
    const observed = observeProviders(providers, createMetrics(), logger);
    const { withdraw } = await observed('pronttus', 'platform-1');
    for (const status of ['pending', 'failed', 'canceled', 'paid']) {
      const answer = { transactionId: 'po-1', status };
      host.answerWith((_seen, response) => sendJson(response, 200, answer));
      await withdraw?.(pixWithdrawal);
    }
    const { getWithdraw } = await observed('bravive', 'platform-1');
    for (const status of ['PROCESSING', 'REJECTED', 'CANCELED', 'APPROVED']) {
      const answer = { id: 'po-1', status, amount: 1_990 };
      host.answerWith((_seen, response) => sendJson(response, 200, answer));
      await getWithdraw?.({ withdrawId: 'po-1' });
    }
    await host.close();
    const reported = lines.map((line) => JSON.parse(line));
    expect(reported.map(({ provider, cause }) => `${provider} ${cause}`)).to.deep.equal([
      'pronttus rejected',
      'pronttus canceled',
      'bravive rejected',
      'bravive canceled',
    ]);
    for (const { msg, mayHaveHappened } of reported) {
      expect([msg, mayHaveHappened]).to.deep.equal(['a payout failed at its acquirer', false]);
    }
  });
});

describe('Log of look-ups that fail at their acquirer', () => {
  it('names a failure that people must repair, and none that passes by itself', async () => {
    const { logger, lines } = recordingLogger();
    const { host, providers } = await startAcquirers(['bravive']);
    const { getWithdraw } = await observeProviders(
      providers,
      createMetrics(),
      logger,
    )('bravive', 'platform-1');
    for (const status of [401, 503, 422]) {
      host.answerWith((_seen, response) => sendJson(response, status, {}));
      await getWithdraw?.({ withdrawId: 'po-1' }).catch(() => undefined);
    }
    await host.close();
    const reported = lines.map((line) => JSON.parse(line));
    expect(reported.map(({ msg, cause }) => `${msg}: ${cause}`)).to.deep.equal([
      'a look-up failed at its acquirer: unauthorized',
      'a look-up failed at its acquirer: invalid',
    ]);
  });
});

describe('Metric of unknown status words', () => {
  it('counts answers with an unknown status word, by provider and operation, and no others', async () => {
    const { host, providers } = await startAcquirers(['bravive']);
    const metrics = createMetrics();
    const { getWithdraw } = await observeProviders(providers, metrics)('bravive', 'platform-1');
    for (const status of ['APPROVED', 'INVENTED', 'PROCESSING']) {
      const answer = { id: 'po-1', status, amount: 1_990 };
      host.answerWith((_seen, response) => sendJson(response, 200, answer));
      await getWithdraw?.({ withdrawId: 'po-1' });
    }
    await host.close();
    const { values } = await metrics.unheardWords.get();
    expect(values.map(({ labels, value }) => ({ ...labels, value }))).to.deep.equal([
      { provider: 'bravive', operation: 'get-withdraw', value: 1 },
    ]);
  });
});
