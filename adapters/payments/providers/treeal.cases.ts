import { providerCases } from '#/adapters/payments/testing/provider-cases.ts';
import * as family from '#/adapters/payments/testing/bacen-pix-cases.ts';
import { treeal } from './treeal.ts';

export const treealCases = providerCases({ ...family.ofSpec, provider: treeal });
