import { providerCases } from '#/adapters/payments/evidence/provider-cases.ts';
import * as family from '#/adapters/payments/evidence/bacen-pix-cases.ts';
import { treeal } from './treeal.ts';

export const treealCases = providerCases({ ...family.ofSpec, provider: treeal });
