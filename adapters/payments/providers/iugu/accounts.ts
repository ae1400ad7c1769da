import { z } from 'zod';
import { cents } from '#/domain/values/money.ts';
import type {
  ReceiverFile,
  ReceiverRequest,
  ReceiverResult,
  ReceiverStatus,
} from '#/domain/ports/receiver.ts';
import { basicValue } from '#/adapters/payments/kit/network/auth.ts';
import type { ProviderOperations } from '#/adapters/payments/kit/define-provider.ts';
import type { ProviderContext } from '#/adapters/payments/kit/endpoint.ts';
import { Declined, refuse } from '#/adapters/payments/kit/failure.ts';
import { branchDigitOf } from '#/domain/brazil/banks.ts';
import { formatPostalCode } from '#/domain/brazil/postal-code.ts';
import type { Keys } from '#/adapters/payments/kit/keys.ts';
import { pathPart } from '#/adapters/payments/kit/values/path-part.ts';

/** The receivers of iugu's splits (acquirers.65, acquirers.38, people.70, people.71, people.72). */

/** Banks by iugu's names; the name for 036 is inferred. */
const BANKS: ReadonlyMap<string, string> = new Map(
  [
    '001 Banco do Brasil|003 Banco da Amazonia|004 Banco do Nordeste|021 Banestes|033 Santander',
    '036 Bradesco|041 Banrisul|047 Banco Banese|070 BRB|077 Inter|082 Banco Topazio',
    '084 Uniprime Norte do Paraná|085 Via Credi|093 Polocred|099 Uniprime|104 Caixa Econômica',
    '097 Cooperativa Central de Credito Noroeste Brasileiro|133 Cresol|136 Unicred',
    '173 BRL Trust DTVM|197 Stone|208 Banco BTG Pactual|212 Banco Original|218 BS2|237 Bradesco',
    '246 ABC Brasil|260 Nubank|274 Money Plus|290 Pagseguro|301 PJBank|323 Mercado Pago',
    '336 Banco C6|341 Itaú|364 Gerencianet Pagamentos do Brasil|376 JP Morgan|383 Juno',
    '384 Global SCM|389 Mercantil do Brasil|403 Cora|422 Safra|633 Rendimento|655 Votorantim',
    '707 Banco Daycoval|745 Citibank|746 Modal|748 Sicredi|752 BNP Paribas Brasil|756 Sicoob',
  ]
    .join('|')
    .split('|')
    .map((line) => [line.slice(0, 3), line.slice(4)]),
);

/** At other banks the digit is not part of the branch (people.71). */
const BANKS_WITH_BRANCH_DIGIT: readonly string[] = ['001', '036', '246'];

const bankOf = ({ bankAccount }: ReceiverRequest) => {
  const { bankCode, branchNumber, accountNumber, accountDigit } = bankAccount;
  const digit = BANKS_WITH_BRANCH_DIGIT.includes(bankCode) ? branchDigitOf(bankAccount) : undefined;
  return {
    bank: BANKS.get(bankCode) ?? refuse('Banco não suportado, tente outro.'),
    bank_ag: digit === undefined ? branchNumber : `${branchNumber}-${digit}`,
    bank_cc: `${accountNumber}-${accountDigit}`,
    account_type: bankAccount.accountType === 'CHECKING' ? 'Corrente' : 'Poupança',
  };
};

const fileOf = (file: ReceiverFile | undefined, missing: string): string => {
  const { name, contentType, bytes } = file ?? refuse(missing);
  const content = Buffer.from(bytes).toString('base64');
  return `data:${contentType};name=${pathPart(name)};base64,${content}`;
};

const filesOf = ({ files, documentType }: ReceiverRequest) => ({
  identification: fileOf(files.photoDocument, 'Foto do documento é obrigatória.'),
  selfie: fileOf(files.photoPersonWithDocument, 'Foto do documento com pessoa é obrigatória.'),
  address_proof: fileOf(files.addressProof, 'Comprovante de endereço é obrigatório.'),
  balance_sheet: fileOf(files.balanceSheet, 'Balanço patrimonial é obrigatório.'),
  ...(documentType === 'CNPJ' && {
    social_contract: fileOf(files.photoDocumentSocialContract, 'Contrato social é obrigatório.'),
  }),
});

const personOf = ({ documentType, document, name }: ReceiverRequest) =>
  documentType === 'CPF'
    ? { person_type: 'Pessoa Física', cpf: document, name }
    : { person_type: 'Pessoa Jurídica', cnpj: document, company_name: name };

/** @throws ProviderFailure `invalid` when something is missing */
const verificationOf = (request: ReceiverRequest) => {
  const { address, phone, description } = request;
  const files = filesOf(request);
  return {
    data: {
      price_range: 'Mais que R$ 500,00',
      physical_products: false,
      business_type: description,
      ...personOf(request),
      address: `${address.address}, ${address.number}`,
      cep: formatPostalCode(address.zipCode),
      district: address.district,
      city: address.city,
      state: address.state,
      telephone: phone,
      ...bankOf(request),
      // iugu pays out automatically: a payout request would need the receiver's key.
      automatic_transfer: true,
    },
    files,
  };
};

const createdAccount = z.object({
  account_id: z.string().min(1),
  live_api_token: z.string(),
  user_token: z.string(),
});

/** Has only letters and spaces, because with other characters the account gets no PIX key. */
const nameOf = ({ name }: ReceiverRequest): string =>
  name.normalize('NFD').replace(/[^A-Za-z ]/g, '');

const account = z.object({
  id: z.string(),
  'can_receive?': z.boolean().nullish(),
  can_receive: z.boolean().nullish(),
  last_verification_request_status: z.string().nullish(),
  balance: z.string().nullish(),
});

/** Parses a formatted balance: `R$ 1.234,56`. */
const balanceOf = (written: string | null | undefined) => {
  if (!written || !/\d,\d{2}$/.test(written)) return {};
  const amount = Number(written.replace(/\D/g, ''));
  return { balance: cents(written.includes('-') ? -amount : amount) };
};

/** ACTIVE once the account may receive money, PENDING while iugu verifies it, else REJECTED (acquirers.38). */
const statusOf = (reply: z.output<typeof account>): ReceiverStatus => {
  if (reply['can_receive?'] ?? reply.can_receive) return 'ACTIVE';
  return reply.last_verification_request_status === 'pending' ? 'PENDING' : 'REJECTED';
};

export const iuguAccounts = {
  /** Accounts cannot be deleted, so the fields are checked first. */
  createReceiver: async (request, context: ProviderContext<Keys>): Promise<ReceiverResult> => {
    const verification = verificationOf(request);
    const created = await context.call(
      { method: 'POST', path: '/marketplace/create_account', json: { name: nameOf(request) } },
      createdAccount,
    );
    const { account_id: providerReceiverId, user_token: userToken } = created;
    const receiver = { providerReceiverId, receiverToken: created.live_api_token };
    const verifying = {
      method: 'POST',
      path: `/accounts/${pathPart(providerReceiverId)}/request_verification`,
      via: 'keyless',
      headers: { authorization: basicValue(userToken) },
      json: verification,
    } as const;
    try {
      await context.call(verifying, z.object({ id: z.string() }));
    } catch (error) {
      // The account exists, but must not be paid.
      if (!(error instanceof Declined)) throw error;
      return { ...receiver, status: 'REJECTED' };
    }
    return { ...receiver, status: 'PENDING' };
  },
  getReceiver: async (
    { providerReceiverId },
    context: ProviderContext<Keys>,
  ): Promise<ReceiverResult | undefined> => {
    const path = `/accounts/${pathPart(providerReceiverId)}`;
    const reply = await context.find({ method: 'GET', path }, account);
    if (reply === undefined) return undefined;
    return { providerReceiverId: reply.id, status: statusOf(reply), ...balanceOf(reply.balance) };
  },
} satisfies ProviderOperations<Keys>;
