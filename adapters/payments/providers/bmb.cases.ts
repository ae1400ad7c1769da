import { providerCases } from '#/adapters/payments/evidence/provider-cases.ts';
import * as family from '#/adapters/payments/evidence/qr-code-api-cases.ts';
import { bmb } from './bmb.ts';

export const bmbCases = providerCases({
  ...family.memberWith({
    body: { expiracao: 8_000 },
    result: { expiresAt: '2026-11-20T14:13:20.000Z' },
  }),
  provider: bmb,
});
