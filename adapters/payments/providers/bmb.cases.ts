import { providerCases } from '#/adapters/payments/testing/provider-cases.ts';
import * as family from '#/adapters/payments/testing/qr-code-api-cases.ts';
import { bmb } from './bmb.ts';

export const bmbCases = providerCases({ ...family.member, provider: bmb });
