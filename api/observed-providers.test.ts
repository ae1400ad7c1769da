import { expect } from 'chai';
import { sendJson } from '#/adapters/payments/testing/case-server.ts';
import { pixWithdrawal } from '#/adapters/payments/testing/samples.ts';
import { createLogger } from '#/api/logger.ts';
import { createMetrics } from '#/api/metrics.ts';
import { startAcquirers } from '#/api/testing/acquirers-here.ts';
import { observeProviders } from './observed-providers.ts';

describe('a payout that an acquirer does not make', () => {
  it('is logged with its cause, and names nobody', async () => {
    const { host, providers } = await startAcquirers(['pronttus']);
    const lines: string[] = [];
    const logger = createLogger('info', { write: (line: string) => void lines.push(line) });
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
    expect(error).to.include({ kind: 'invalid', mayHaveHappened: false });
    expect(lines.map((line) => JSON.parse(line))).to.have.lengthOf(1);
    expect(JSON.parse(lines[0] ?? '{}')).to.include({
      provider: 'pronttus',
      cause: 'invalid',
      mayHaveHappened: false,
      msg: 'a payout failed at its acquirer',
    });
    expect(lines.join()).not.to.include(pixWithdrawal.name);
    expect(lines.join()).not.to.include(pixWithdrawal.pixKey);
  });
});
