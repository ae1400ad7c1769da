import { defaultSuspensionLimits } from '#/domain/acquiring/health.ts';
import { everythingBy } from '#/domain/acquiring/route.ts';
import type { InputOf, ProcedureName } from '#/api/contract/contract.ts';
import { termsOf } from '#/api/platforms/terms.ts';
import { samplePlatform } from '#/domain/testing/samples.ts';

/** An id that does not exist. */
export const UNKNOWN = 'nobody-knows-this';

const sampleTerms = termsOf(samplePlatform);

const NO_FILE = '0b8a4d1e-5b0c-4a55-8d43-0d6a4b6f2a11';

export const receiverDetails: InputOf<'seller.reviseReceiver'> = {
  phone: '11912345678',
  address: {
    zipCode: '01310100',
    address: 'Avenida Paulista',
    number: '1000',
    district: 'Bela Vista',
    city: 'São Paulo',
    state: 'SP',
  },
  bankAccount: {
    bankCode: '341',
    branchNumber: '1234',
    branchDigit: '',
    accountNumber: '123456',
    accountDigit: '7',
    accountType: 'CHECKING',
  },
  monthlyRevenue: 500_000,
  description: 'Cursos',
  person: { birthdate: '1980-01-31', occupation: 'Professor' },
};

/**
 * A valid input for every procedure, with ids that do not exist. A missing procedure does not compile, so none escapes the
 * tests over all procedures.
 */
export const validInputs: { readonly [Name in ProcedureName]: InputOf<Name> } = {
  'checkout.getCheckout': { checkoutId: UNKNOWN },
  'checkout.getInstallments': { checkoutId: UNKNOWN },
  'checkout.createCardToken': {
    checkoutId: UNKNOWN,
    cardNumber: '4111111111111111',
    holderName: 'Fulano de Tal',
    expMonth: '12',
    expYear: '99',
    cvv: '123',
  },
  'checkout.purchase': {
    offerId: UNKNOWN,
    email: 'comprador@example.com',
    name: 'Fulano de Tal',
    paymentMethod: 'PIX',
  },
  'checkout.getPayment': { paymentId: UNKNOWN },
  'session.get': {},
  'session.openInvitation': { token: UNKNOWN },
  'session.acceptInvitation': {
    token: UNKNOWN,
    email: 'convidada@example.com',
    password: 'cavalo bateria grampo',
  },
  'session.joinByInvitation': { token: UNKNOWN },
  'session.requestRecovery': { email: 'ninguem@example.com' },
  'person.listSessions': {},
  'person.endSession': { sessionId: UNKNOWN },
  'person.listMemberships': {},
  'person.chooseMembership': { kind: 'seller', personId: UNKNOWN },
  'person.getSecondFactor': {},
  'person.beginSecondFactor': {},
  'person.confirmSecondFactor': { code: '000000' },
  'person.renewRecoveryCodes': {},
  'person.removeSecondFactor': {},
  'seller.listSales': {},
  'seller.searchSales': { text: 'Marina' },
  'seller.find': { text: 'Marina' },
  'seller.getSale': { paymentId: UNKNOWN },
  'seller.getSummary': {},
  'seller.getBalance': {},
  'seller.getReleases': {},
  'seller.getStatement': { month: '2026-11' },
  'seller.getWithdrawalTerms': {},
  'seller.requestWithdrawal': { amount: 5_000, pixKey: '52998224725' },
  'seller.listWithdrawals': {},
  'seller.requestRefund': { paymentId: UNKNOWN, note: 'Comprador desistiu' },
  'seller.listRefunds': {},
  'seller.getReceiver': {},
  'seller.reviseReceiver': receiverDetails,
  'seller.requestUpload': { kind: 'photoDocument', contentType: 'image/png', size: 1_000 },
  'seller.submitReceiverFile': { fileId: NO_FILE },
  'seller.removeReceiverFile': { fileId: NO_FILE },
  'admin.listReceivers': {},
  'admin.getReceiver': { sellerId: UNKNOWN },
  'admin.approveReceiverFile': { sellerId: UNKNOWN, fileId: NO_FILE },
  'admin.rejectReceiverFile': { sellerId: UNKNOWN, fileId: NO_FILE, reason: 'Foto ilegível' },
  'admin.registerReceiver': { sellerId: UNKNOWN, provider: 'sandbox' },
  'admin.readBackReceiver': { sellerId: UNKNOWN, provider: 'sandbox' },
  'admin.concludeReceiverRegistration': {
    sellerId: UNKNOWN,
    provider: 'sandbox',
    providerReceiverId: null,
    reason: 'Não consta no adquirente',
  },
  'admin.listSales': {},
  'admin.searchSales': { text: 'Marina' },
  'admin.find': { text: 'Marina' },
  'admin.findSellers': { text: 'Ana' },
  'admin.getSale': { paymentId: UNKNOWN },
  'admin.getSummary': {},
  'admin.getPaymentAudit': { paymentId: UNKNOWN },
  'admin.replayPayment': { paymentId: UNKNOWN },
  'admin.getPaymentProof': { paymentId: UNKNOWN },
  'admin.requestRefund': { paymentId: UNKNOWN, note: 'Comprador desistiu' },
  'admin.listAccess': { kind: 'SIGNED_IN' },
  'admin.getPlatformTerms': {},
  'admin.previewPlatformTerms': { terms: sampleTerms, price: 9_700 },
  'admin.revisePlatformTerms': { terms: sampleTerms, basedOn: 0 },
  'admin.listPlatformChanges': {},
  'admin.listStaff': {},
  'admin.inviteFunctionary': { email: 'nova@example.com', permissions: [] },
  'admin.inviteAgain': { staffId: UNKNOWN },
  'admin.reviseFunctionary': { staffId: UNKNOWN, permissions: [], basedOn: 0 },
  'admin.blockFunctionary': { staffId: UNKNOWN, basedOn: 0 },
  'admin.restoreFunctionary': { staffId: UNKNOWN, basedOn: 0 },
  'admin.getMail': {},
  'admin.listMails': { status: 'FAILED' },
  'admin.releaseMailbox': { mailId: 'no-such-mail' },
  'admin.sendTestMail': {},
  'admin.listNotices': {},
  'admin.getNotice': { noticeId: UNKNOWN },
  'admin.previewNotice': { noticeId: UNKNOWN },
  'admin.redeliverNotice': { noticeId: UNKNOWN },
  'admin.redeliverNotices': { outcome: 'FAILED' },
  'admin.listInvestigations': {},
  'admin.getInvestigation': { kind: 'PAYMENT', id: UNKNOWN },
  'admin.listParkedWork': {},
  'admin.proposeResolution': {
    kind: 'PAYMENT',
    id: UNKNOWN,
    matter: 'charge',
    resolution: 'HAPPENED',
    evidence: 'Extrato do adquirente',
  },
  'admin.confirmResolution': { kind: 'PAYMENT', id: UNKNOWN, proposalId: UNKNOWN },
  'admin.rejectResolution': {
    kind: 'PAYMENT',
    id: UNKNOWN,
    proposalId: UNKNOWN,
    reason: 'Não confere',
  },
  'admin.listNegativeSellers': {},
  'admin.listSellerRevenue': {},
  'admin.getTrialBalance': { from: '2026-11-01', to: '2026-11-30' },
  'admin.getSubject': { paymentId: UNKNOWN },
  'admin.exportSubject': { paymentId: UNKNOWN, reason: 'Pedido do titular' },
  'admin.requestErasure': { paymentId: UNKNOWN, reason: 'Pedido do titular' },
  'admin.getAcquiring': {},
  'admin.reviseRoutes': { routes: everythingBy('sandbox'), stepAside: defaultSuspensionLimits },
  'admin.getSellerRoutes': { sellerId: UNKNOWN },
  'admin.reviseSellerRoutes': { sellerId: UNKNOWN, routes: {} },
  'admin.connectAcquirer': { provider: 'nobody', account: {} },
  'admin.disconnectAcquirer': { provider: 'nobody' },
  'admin.testAcquirer': { provider: 'nobody' },
  'admin.callAcquirerBack': { provider: 'nobody', purpose: 'PIX' },
  'admin.explainAcquirer': { paymentId: UNKNOWN },
  'admin.countExport': { kind: 'journal', from: '2026-11-01', to: '2026-11-30' },
};

/** Returns an input as a query string. */
export const queryText = (input: object): string =>
  new URLSearchParams(
    Object.entries(input).map(([name, value]) => [name, String(value)]),
  ).toString();
