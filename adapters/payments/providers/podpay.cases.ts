import { providerCases } from '#/adapters/payments/testing/provider-cases.ts';
import * as family from '#/adapters/payments/testing/bacen-pix-cases.ts';
import { podpay } from './podpay.ts';

export const podpayCases = providerCases({ ...family.ofSpec, provider: podpay });
