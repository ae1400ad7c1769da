import type { z } from 'zod';
import { accessContract } from './access.ts';
import { acquiringContract } from './acquiring.ts';
import { adminContract } from './admin.ts';
import { checkoutContract } from './checkout.ts';
import { factorResetContract } from './factor-resets.ts';
import { installationContract } from './installation.ts';
import { investigationContract } from './investigations.ts';
import { mailContract } from './mail.ts';
import { managerContract } from './manager.ts';
import { managersContract } from './managers.ts';
import { masterContract } from './master.ts';
import { noticeContract } from './notices.ts';
import { onboardingContract } from './onboarding.ts';
import { paidWithdrawalsContract } from './paid-withdrawals.ts';
import { payoutContract } from './payouts.ts';
import { personContract } from './person.ts';
import { platformSettingsContract } from './platform-settings.ts';
import { platformSetupContract } from './platform-setup.ts';
import { privacyContract } from './privacy.ts';
import { receiverContract } from './receivers.ts';
import { sellerContract } from './seller.ts';
import { sellerTermsContract } from './seller-terms.ts';
import { sellersContract } from './sellers.ts';
import { servicesContract } from './outside-services.ts';
import { sessionContract } from './session.ts';
import { staffContract } from './staff.ts';

export const contract = {
  ...checkoutContract,
  ...sessionContract,
  ...onboardingContract,
  ...personContract,
  ...sellerContract,
  ...adminContract,
  ...acquiringContract,
  ...noticeContract,
  ...privacyContract,
  ...receiverContract,
  ...accessContract,
  ...investigationContract,
  ...mailContract,
  ...servicesContract,
  ...platformSettingsContract,
  ...staffContract,
  ...sellersContract,
  ...sellerTermsContract,
  ...factorResetContract,
  ...masterContract,
  ...managersContract,
  ...managerContract,
  ...installationContract,
  ...platformSetupContract,
  ...payoutContract,
  ...paidWithdrawalsContract,
};

export type Contract = typeof contract;
export type ProcedureName = keyof Contract;
export type InputOf<Name extends ProcedureName> = z.input<Contract[Name]['input']>;
export type ParsedInputOf<Name extends ProcedureName> = z.output<Contract[Name]['input']>;
export type OutputOf<Name extends ProcedureName> = z.output<Contract[Name]['output']>;

export type QueryName = {
  [Name in ProcedureName]: Contract[Name]['kind'] extends 'query' ? Name : never;
}[ProcedureName];

export type SearchName = {
  [Name in ProcedureName]: Contract[Name]['kind'] extends 'search' ? Name : never;
}[ProcedureName];

export type MutationName = Exclude<ProcedureName, QueryName | SearchName>;
