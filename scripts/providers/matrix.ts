import type { ProviderDefinition } from '#/adapters/payments/kit/define-provider.ts';
import { unprovablePurposes } from '#/adapters/payments/kit/unprovable.ts';
import type { ProviderCases } from '#/adapters/payments/evidence/provider-cases.ts';
import type { WireConstant } from '#/adapters/payments/wire-constants.ts';
import { sendsSplits } from './sends-splits.ts';

const COLUMNS = [
  'provider',
  'PIX',
  'card',
  'boleto',
  'refund',
  'withdraw',
  'receiver',
  'split',
  'anticipation',
  'dispute',
  'webhook',
  'evidence',
];

const mark = (isOffered: boolean): string => (isOffered ? '✓' : '');

const NOT_OFFERED = 'not offered';

/** Tells cards that are not offered from cards that the acquirer lacks. */
const cardOf = (definition: ProviderFacts): string =>
  unprovablePurposes(definition).includes('CREDIT_CARD')
    ? NOT_OFFERED
    : mark(definition.operations.charge?.CREDIT_CARD !== undefined);

const payoutsOf = (definition: ProviderFacts): string =>
  unprovablePurposes(definition).includes('WITHDRAW')
    ? NOT_OFFERED
    : Object.keys(definition.operations.withdraw ?? {}).join(', ');

/** `PDF` if we can fetch the boleto's PDF. */
const boletoOf = ({ charge, getBoletoPdf }: ProviderFacts['operations']): string =>
  [mark(charge?.BILLET !== undefined), getBoletoPdf && 'PDF'].filter(Boolean).join(' ');

type ProviderFacts = Pick<
  ProviderDefinition<never>,
  | 'id'
  | 'label'
  | 'differenceFromSpecification'
  | 'operations'
  | 'declines'
  | 'withdrawStatus'
  | 'notices'
  | 'evidence'
  | 'undocumented'
>;

const evidenceIn = ({
  evidence,
  undocumented = [],
  differenceFromSpecification,
}: ProviderFacts): string => {
  const basis = [evidence, undocumented.join(', ')].filter(Boolean).join(' but for ');
  return differenceFromSpecification === undefined
    ? basis
    : `${basis}: ${differenceFromSpecification}`;
};

const rowOf = async (
  definition: ProviderFacts,
  cases: ProviderCases<never> | undefined,
): Promise<readonly string[]> => {
  const { label, differenceFromSpecification, operations, notices } = definition;
  const { charge = {}, refund, createReceiver } = operations;
  const { getAnticipationLimits, listDisputes } = operations;
  return [
    differenceFromSpecification === undefined ? label : `${label}, \`api: clients\``,
    mark(charge.PIX !== undefined),
    cardOf(definition),
    boletoOf(operations),
    mark(refund !== undefined),
    payoutsOf(definition),
    mark(createReceiver !== undefined),
    mark(cases !== undefined && (await sendsSplits(cases))),
    mark(getAnticipationLimits !== undefined),
    mark(listDisputes !== undefined),
    notices?.authenticity ?? '',
    evidenceIn(definition),
  ];
};

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

export const buildCapabilityMatrix = async (
  definitions: readonly ProviderFacts[],
  cases: readonly ProviderCases<never>[],
): Promise<string> => {
  const evidenceOf = (one: ProviderFacts) => cases.find(({ provider }) => provider === one);
  const rows = await Promise.all(
    definitions
      .filter(({ operations }) => Object.keys(operations).length > 0)
      .toSorted((a, b) => a.label.localeCompare(b.label, 'pt-BR'))
      .map(async (definition) => rowOf(definition, evidenceOf(definition))),
  );
  return [COLUMNS, COLUMNS.map(() => '---'), ...rows].map(line).join('\n');
};

/** Names the acquirers from which we fetch no PDF of a boleto, but not our sandbox. */
export const withoutPdf = (definitions: readonly ProviderFacts[]): string => {
  const labels = definitions
    .filter(({ id, operations: { charge, getBoletoPdf } }) =>
      Boolean(id !== 'sandbox' && charge?.BILLET && !getBoletoPdf),
    )
    .map(({ label }) => label)
    .toSorted((a, b) => a.localeCompare(b, 'pt-BR'));
  return `No document and no public client shows a PDF of a boleto at ${labels.join(', ')}: their buyers get its line, its barcode and the acquirer’s own link.`;
};

/** The constants of acquirers.105, as a Markdown table. */
export const constantsMatrix = (
  constants: readonly WireConstant[],
  labelOf: (providerId: string) => string,
): string => {
  const columns = ['constant of the specification', 'provider', 'basis'];
  const rows = constants.map(({ what, provider, basis }) => [what, labelOf(provider), basis]);
  return [columns, columns.map(() => '---'), ...rows].map(line).join('\n');
};
