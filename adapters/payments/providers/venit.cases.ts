import { providerCases } from '#/adapters/payments/testing/provider-cases.ts';
import * as family from '#/adapters/payments/testing/qr-code-api-cases.ts';
import { venit } from './venit.ts';

export const venitCases = providerCases({ ...family.memberWith(), provider: venit });
