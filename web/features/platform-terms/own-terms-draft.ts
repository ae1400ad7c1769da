import { set } from 'react-hook-form';
import type { OutputOf } from '#/api/contract/contract.ts';
import type { FormErrors } from '#/web/ui/form/use-checked-form.ts';
import {
  draftOf,
  errorAt,
  numberFields,
  valueAt,
  type NumberPath,
  type PlatformTerms,
  type TermsDraft,
  type TermsError,
} from './terms-fields.ts';

export type SellerTerms = OutputOf<'admin.getSellerTerms'>;

export type OwnTerms = SellerTerms['own'];

/** Fields in which a seller may differ from the platform. */
export const ownFields = numberFields.filter(
  ({ path }) => !path.startsWith('expiry.') && path !== 'withdrawals.newDestinationHours',
);

/** The form's values: null or empty where the seller follows the platform, and for terms that sellers do not have. */
export const ownDraft = (own: OwnTerms, platform: PlatformTerms): TermsDraft => {
  const expiry = { pixSeconds: null, billetDays: null };
  const none = { name: '', expiry, maintenance: { notice: '' } };
  const draft: TermsDraft = { ...structuredClone(draftOf(platform)), ...none };
  for (const { path } of ownFields) set(draft, path, valueAt(own, path));
  set(draft, 'withdrawals.newDestinationHours', null);
  return draft;
};

/** The terms that apply: the platform's where the draft has no value. */
export const effectiveTermsOf = (draft: TermsDraft, platform: PlatformTerms): TermsDraft => {
  const effective: TermsDraft = structuredClone(draftOf(platform));
  for (const { path } of ownFields) {
    const ownValue = valueAt(draft, path);
    if (ownValue !== null) set(effective, path, ownValue);
  }
  return effective;
};

export const ownErrors = (draft: TermsDraft): FormErrors<TermsDraft, TermsError> => {
  const errors: Partial<Record<NumberPath, TermsError | undefined>> = {};
  for (const field of ownFields)
    errors[field.path] = valueAt(draft, field.path) === null ? undefined : errorAt(draft, field);
  const { maximum, interestFree } = draft.installments;
  if (maximum !== null && interestFree !== null && interestFree > maximum)
    errors['installments.interestFree'] ??= 'aboveMaximum';
  const { approvalAbove, secondApprovalAbove } = draft.withdrawals;
  if (approvalAbove !== null && secondApprovalAbove !== null && secondApprovalAbove < approvalAbove)
    errors['withdrawals.secondApprovalAbove'] ??= 'belowFirst';
  return errors;
};

/** The draft's fields that have a value, as the seller's own terms. Undefined if the draft has errors. */
export const ownTermsIn = (draft: TermsDraft): OwnTerms | undefined => {
  if (Object.values(ownErrors(draft)).some((error) => error !== undefined)) return undefined;
  const own: OwnTerms = {};
  for (const { path } of ownFields) {
    const value = valueAt(draft, path);
    if (value !== null) set(own, path, value);
  }
  return own;
};
