import { isName } from '#/domain/values/name.ts';
import { isPlatformId, proposeId } from '#/domain/platform/propose-id.ts';
import type { FormErrors } from '#/web/ui/form/use-checked-form.ts';

export interface CreateValues {
  readonly name: string;
  readonly platformId: string;
}

export const LONGEST_NAME = 80;

export const isPlatformName = (name: string): boolean =>
  isName(name) && name.trim().length <= LONGEST_NAME;

export const createErrors = ({
  name,
  platformId,
}: CreateValues): FormErrors<CreateValues, 'nameWrong' | 'idWrong'> => ({
  name: isPlatformName(name) ? undefined : 'nameWrong',
  platformId: isPlatformId(platformId.trim()) ? undefined : 'idWrong',
});

/** Proposes an id for the name, unless the user typed another id. */
export const idFor = (name: string, before: CreateValues): string =>
  before.platformId === proposeId(before.name) ? proposeId(name) : before.platformId;
