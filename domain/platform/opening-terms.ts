import { defaultSuspensionLimits } from '#/domain/acquiring/health.ts';
import { basisPoints, cents } from '#/domain/values/money.ts';
import type { PlatformDetails } from './platform.ts';

const makeFee = (percent: number, fixed: number) => ({
  percent: basisPoints(percent),
  fixed: cents(fixed),
});

/** Terms of a new platform, until its staff revise them: without an acquirer, so nothing can be sold. */
export const openingTerms = (name: string): PlatformDetails => ({
  name,
  routes: { PIX: [], CREDIT_CARD: [], BILLET: [], WITHDRAW: [] },
  stepAside: defaultSuspensionLimits,
  fees: { PIX: makeFee(399, 100), CREDIT_CARD: makeFee(599, 100), BILLET: makeFee(399, 249) },
  clearingDays: { PIX: 0, CREDIT_CARD: 30, BILLET: 1 },
  installments: {
    maximum: 12,
    interestFree: 1,
    minimumValue: cents(500),
    fees: {
      installmentOne: basisPoints(0),
      installmentTwo: basisPoints(449),
      installmentThree: basisPoints(599),
      installmentFour: basisPoints(749),
      installmentFive: basisPoints(899),
      installmentSix: basisPoints(1_049),
      installmentSeven: basisPoints(1_199),
      installmentEight: basisPoints(1_349),
      installmentNine: basisPoints(1_499),
      installmentTen: basisPoints(1_649),
      installmentEleven: basisPoints(1_799),
      installmentTwelve: basisPoints(1_949),
    },
  },
  expiry: { pixSeconds: 86_400, billetDays: 3 },
  withdrawals: { fee: cents(199), minimum: cents(1_000) },
});
