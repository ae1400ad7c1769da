import { contract, type ProcedureName } from '#/api/contract/contract.ts';
import { hasFlag, roles } from '#/api/contract/roles.ts';
import { Rejected } from '#/api/http/problem.ts';
import { masterAccess } from './rights/master-access.ts';
import { personAccess } from './rights/person-access.ts';
import { payoutAccess } from './rights/payout-access.ts';
import {
  impersonatorOf,
  memberKeyOf,
  seesDocuments,
  type Caller,
  type SellerCaller,
  type StaffCaller,
} from './caller.ts';
import {
  config,
  dashboard,
  documents,
  erasingPersonalData,
  exporting,
  functionaries,
  exportingPersonalData,
  investigating,
  managing,
  mayImpersonate,
  ofManagers,
  paidPayouts,
  refunding,
  registeringReceivers,
  resetting,
  sales,
  users,
  verification,
  type StaffAccess,
} from './rights/staff-access.ts';

/** The files that staff download as CSV. */
export const exportNames = [
  'export.journal',
  'export.sales',
  'export.sellers',
  'export.withdrawals',
] as const;

export type ExportName = (typeof exportNames)[number];

/** What the table of access has a line for. */
export type AccessName = ProcedureName | ExportName;

/** Who may call something, as far as the first part of its name says. */
export type AccessOf<Name extends AccessName> = Name extends `seller.${string}`
  ? 'seller'
  : Name extends `admin.${string}` | `export.${string}`
    ? StaffAccess
    : Name extends `master.${string}`
      ? 'master'
      : Name extends `manager.${string}`
        ? 'manager'
        : Name extends `person.${string}`
          ? 'person'
          : 'public';

/** The role or flags that each procedure and export needs. Handlers also check whose data a call is about. */
export const access: { readonly [Name in AccessName]: AccessOf<Name> } = {
  'checkout.getCheckout': 'public',
  'checkout.getInstallments': 'public',
  'checkout.createCardToken': 'public',
  'checkout.purchase': 'public',
  'checkout.getPayment': 'public',
  'session.get': 'public',
  'session.openInvitation': 'public',
  'session.acceptInvitation': 'public',
  'session.joinByInvitation': 'public',
  'session.requestRecovery': 'public',
  'session.openBlock': 'public',
  'session.blockAccess': 'public',
  'session.openEmailChange': 'public',
  'session.confirmEmailChange': 'public',
  'session.getRegistration': 'public',
  'session.requestRegistration': 'public',
  'session.openRegistration': 'public',
  'session.register': 'public',
  'session.endImpersonation': 'public',
  ...personAccess,
  'seller.listSales': 'seller',
  'seller.searchSales': 'seller',
  'seller.find': 'seller',
  'seller.getSale': 'seller',
  'seller.getSummary': 'seller',
  'seller.getBalance': 'seller',
  'seller.getReleases': 'seller',
  'seller.getStatement': 'seller',
  'seller.getWithdrawalTerms': 'seller',
  'seller.requestWithdrawal': 'seller',
  'seller.listWithdrawals': 'seller',
  'seller.requestRefund': 'seller',
  'seller.listRefunds': 'seller',
  'seller.listImpersonations': 'seller',
  'seller.getReceiver': 'seller',
  'seller.reviseReceiver': 'seller',
  'seller.requestUpload': 'seller',
  'seller.submitReceiverFile': 'seller',
  'seller.removeReceiverFile': 'seller',
  'admin.listSales': sales,
  'admin.searchSales': sales,
  'admin.find': sales,
  'admin.findSellers': sales,
  'admin.getSale': sales,
  'admin.getSummary': dashboard,
  'admin.getPaymentAudit': sales,
  'admin.replayPayment': sales,
  'admin.getPaymentProof': sales,
  'admin.requestRefund': refunding,
  'admin.listNotices': config,
  'admin.getNotice': config,
  'admin.previewNotice': config,
  'admin.redeliverNotice': config,
  'admin.redeliverNotices': config,
  'admin.listNegativeSellers': sales,
  'admin.listSellerRevenue': sales,
  'admin.getTrialBalance': sales,
  'admin.countExport': sales,
  'admin.getAcquiring': config,
  'admin.reviseRoutes': config,
  'admin.getSellerRoutes': config,
  'admin.reviseSellerRoutes': config,
  'admin.connectAcquirer': config,
  'admin.disconnectAcquirer': config,
  'admin.testAcquirer': config,
  'admin.resumeAcquirer': config,
  'admin.explainAcquirer': sales,
  'admin.getSubject': documents,
  'admin.exportSubject': exportingPersonalData,
  'admin.requestErasure': erasingPersonalData,
  'admin.listReceivers': verification,
  'admin.getReceiver': verification,
  'admin.getReceiverBalance': users,
  'admin.approveReceiverFile': verification,
  'admin.rejectReceiverFile': verification,
  'admin.registerReceiver': registeringReceivers,
  'admin.readBackReceiver': verification,
  'admin.listAccess': config,
  'admin.getPlatformTerms': config,
  'admin.previewPlatformTerms': config,
  'admin.revisePlatformTerms': config,
  'admin.listPlatformChanges': config,
  'admin.inviteSeller': users,
  'admin.listSellers': users,
  'admin.searchSellers': users,
  'admin.getSeller': users,
  'admin.countSellers': exporting,
  'admin.reviseSellerMethods': managing,
  'admin.getSellerTerms': users,
  'admin.previewSellerTerms': users,
  'admin.reviseSellerTerms': managing,
  'admin.blockSeller': managing,
  'admin.restoreSeller': managing,
  'admin.beginImpersonation': mayImpersonate,
  'admin.listSellerChanges': users,
  'admin.writeSellerNote': users,
  'admin.listSellerNotes': users,
  'admin.getOnboarding': config,
  'admin.reviseOnboarding': config,
  'admin.listOnboardingChanges': config,
  'admin.listStaff': functionaries,
  'admin.inviteFunctionary': functionaries,
  'admin.inviteAgain': functionaries,
  'admin.reviseFunctionary': functionaries,
  'admin.blockFunctionary': functionaries,
  'admin.restoreFunctionary': functionaries,
  ...ofManagers,
  'admin.getSecondFactor': resetting,
  'admin.listFactorResets': resetting,
  'admin.askFactorReset': resetting,
  'admin.confirmFactorReset': resetting,
  'admin.refuseFactorReset': resetting,
  'admin.getMail': config,
  'admin.listMails': config,
  'admin.releaseMailbox': config,
  'admin.sendTestMail': config,
  'admin.getServices': config,
  'admin.testStorage': config,
  'admin.testPostalCode': config,
  'admin.listInvestigations': investigating,
  'admin.getInvestigation': investigating,
  'admin.listParkedWork': investigating,
  'admin.proposeResolution': investigating,
  'admin.confirmResolution': investigating,
  'admin.rejectResolution': investigating,
  ...payoutAccess,
  ...masterAccess,
  'manager.getDashboard': 'manager',
  'manager.listSellers': 'manager',
  'manager.searchSellers': 'manager',
  'manager.getSeller': 'manager',
  'manager.listSellerNotes': 'manager',
  'manager.writeSellerNote': 'manager',
  'export.journal': sales,
  'export.sales': sales,
  'export.sellers': exporting,
  'export.withdrawals': paidPayouts,
};

/** Calls that show a seller's documents. */
const showingDocuments: ReadonlySet<AccessName> = new Set<AccessName>(['seller.getReceiver']);

const isExport = (name: AccessName): name is Exclude<AccessName, ProcedureName> =>
  name.startsWith('export.');

/** Whether a member of staff may call this while impersonating a seller: to read, or to end the impersonation. */
const isOpenToImpersonator = (name: AccessName): boolean => {
  if (name === 'session.endImpersonation') return true;
  if (isExport(name)) return false;
  const needed = access[name];
  return contract[name].kind !== 'mutation' && (needed === 'public' || needed === 'seller');
};

/** @throws Rejected `session/impersonating` while the caller impersonates a seller */
export const requireOneself = (caller: Caller | undefined): void => {
  if (impersonatorOf(caller)) throw new Rejected('session/impersonating');
};

const isSeller = (caller: Caller): caller is SellerCaller => roles[caller.role].area === 'seller';

const isStaff = (caller: Caller): caller is StaffCaller => roles[caller.role].area === 'admin';

/** @throws Rejected `session/required` */
const requirePerson = (caller: Caller | undefined): Caller => {
  if (!caller) throw new Rejected('session/required');
  return caller;
};

/** @throws Rejected `session/required`, `session/second-factor-missing` */
const requireAdmitted = (caller: Caller | undefined): Caller => {
  const person = requirePerson(caller);
  if (person.lacksSecondFactor) throw new Rejected('session/second-factor-missing');
  return person;
};

/** @throws Rejected as `requireAdmitted`, or `session/forbidden` */
export const requireSeller = (caller: Caller | undefined): SellerCaller => {
  const person = requireAdmitted(caller);
  if (!isSeller(person)) throw new Rejected('session/forbidden');
  return person;
};

/** @throws Rejected as `requireAdmitted`, or `session/forbidden` */
const requireOf = (area: 'master' | 'manager', caller: Caller | undefined): void => {
  if (roles[requireAdmitted(caller).role].area !== area) throw new Rejected('session/forbidden');
};

/** @throws Rejected as `requireSeller`; `session/forbidden` for impersonating staff who may not see documents */
const requireReaderOf = (name: AccessName, caller: Caller | undefined): void => {
  const reader = requireSeller(caller);
  if (showingDocuments.has(name) && !seesDocuments(reader)) throw new Rejected('session/forbidden');
};

/** True for staff who have all of these flags. */
export const isStaffWith = (
  caller: Caller | undefined,
  { staff }: StaffAccess,
): caller is StaffCaller =>
  caller !== undefined &&
  !caller.lacksSecondFactor &&
  isStaff(caller) &&
  staff.every((flag) => hasFlag(caller, flag));

/** @throws Rejected as `requireAdmitted`, `session/impersonating`, `session/forbidden` */
export const requireStaff = (caller: Caller | undefined, needed: StaffAccess): StaffCaller => {
  const person = requireAdmitted(caller);
  requireOneself(person);
  if (!isStaffWith(person, needed)) throw new Rejected('session/forbidden');
  return person;
};

/** @throws Rejected as `requireAdmitted`, `session/impersonating`, `session/forbidden` */
export const requireAccess = (name: AccessName, caller: Caller | undefined): void => {
  if (!isOpenToImpersonator(name)) requireOneself(caller);
  const needed = access[name];
  if (needed === 'public') return;
  if (needed === 'person') requirePerson(caller);
  else if (needed === 'seller') requireReaderOf(name, caller);
  else if (needed === 'master' || needed === 'manager') requireOf(needed, caller);
  else requireStaff(caller, needed);
};

/**
 * Refuses a call of a page that was drawn for another membership, which its user or another one of the browser has chosen since.
 * @param actor the actor for whom the page was drawn, if stated @throws Rejected `session/other-member`
 */
export const requireActor = (
  name: AccessName,
  caller: Caller | undefined,
  actor: string | undefined,
): void => {
  if (access[name] === 'public' || caller === undefined || actor === undefined) return;
  if (memberKeyOf(caller) !== actor) throw new Rejected('session/other-member');
};
