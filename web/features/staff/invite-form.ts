import type { PermissionFlag } from '#/domain/staff/permissions.ts';
import { isEmail } from '#/web/lib/is-email.ts';
import type { FormErrors } from '#/web/ui/form/use-checked-form.ts';

export interface InviteValues {
  readonly email: string;
  readonly permissions: readonly PermissionFlag[];
}

export const emptyInvite: InviteValues = { email: '', permissions: [] };

/** An invitation is valid without flags: they can be given later. */
export const inviteErrors = ({ email }: InviteValues): FormErrors<InviteValues, 'emailWrong'> => ({
  email: isEmail(email) ? undefined : 'emailWrong',
});
