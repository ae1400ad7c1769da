import { providerCases } from '#/adapters/payments/evidence/provider-cases.ts';
import * as family from '#/adapters/payments/evidence/qr-code-api-cases.ts';
import { venit } from './venit.ts';

export const venitCases = providerCases({ ...family.memberWith(), provider: venit });
