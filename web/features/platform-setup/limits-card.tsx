import { toast } from '#/web/lib/toast.ts';
import { revisionNow } from '#/web/lib/use-basis.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Card } from '#/web/ui/card.tsx';
import { DiffTable } from '#/web/ui/diff-table.tsx';
import { MoneyInput } from '#/web/ui/fields/money-input.tsx';
import { CheckedForm } from '#/web/ui/form/form.tsx';
import { FormField } from '#/web/ui/form/form-field.tsx';
import { useCheckedForm } from '#/web/ui/form/use-checked-form.ts';
import { useFormBasis } from '#/web/ui/form/use-form-basis.ts';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { LeaveGuard } from '#/web/ui/leave-guard.tsx';
import { MeanwhileNotice } from '#/web/ui/meanwhile-notice.tsx';
import {
  changedLimits,
  limitErrors,
  limitNames,
  type LimitDifference,
  type Limits,
} from './limit-values.ts';
import type { SavedSetup } from './setup-queries.ts';
import { useSetupTexts } from './setup-texts.ts';

interface LimitsCardProps {
  readonly platformId: string;
  readonly now: SavedSetup;
}

/** What the platform may do at most. An empty field is no limit. */
export const LimitsCard = ({ platformId, now: { setup, revision } }: LimitsCardProps) => {
  const { limits: texts, meanwhile } = useSetupTexts();
  const write = useWrite('master.setPlatformLimits');
  const form = useCheckedForm<Limits, 'tooSmall'>({
    defaultValues: setup.limits,
    errorsIn: limitErrors,
    errorTexts: { tooSmall: texts.tooSmall },
  });
  const saved = { values: setup.limits, revision };
  const basis = useFormBasis(form, saved, changedLimits);
  const { changes, noteSent, onRefused, moveTo } = basis;
  const save = (values: Limits, latest: typeof saved = basis): void => {
    noteSent(values);
    write.mutate(
      { platformId, basedOn: latest.revision, ...values },
      {
        onSuccess: () => {
          toast.success(texts.done);
          moveTo(values);
        },
        onError: (failure) => onRefused(failure, { values, again: (newer) => save(values, newer) }),
      },
    );
  };
  const isOutdated = revisionNow(write.error) !== undefined;
  return (
    <Card title={texts.title} note={texts.note}>
      <CheckedForm
        form={form}
        onValid={(values) => save(values)}
        write={write}
        kind="secondary"
        failure={isOutdated ? (changes.length === 0 ? meanwhile : '') : undefined}
        submitLabel={texts.submit}
        className="grid gap-3"
        submitClassName="justify-self-start"
      >
        {limitNames.map((name) => (
          <FormField key={name} form={form} name={name} label={texts.fields[name]}>
            {(control) => <MoneyInput {...control} />}
          </FormField>
        ))}
        <Meanwhile changes={changes} />
        <LeaveGuard hasUnsaved={form.formState.isDirty} />
      </CheckedForm>
    </Card>
  );
};

/** Tells what others changed while this user was editing. */
const Meanwhile = ({ changes }: { readonly changes: readonly LimitDifference[] }) => {
  const { limits, edited, history } = useSetupTexts();
  const { money } = useFormats();
  if (changes.length === 0) return null;
  const textOf = (value: number | null): string => (value === null ? '—' : money(value));
  const rows = changes.map(({ path, before, after }, at) => ({
    key: `${at} ${path}`,
    place: limits.fields[path],
    before: textOf(before),
    after: textOf(after),
  }));
  return (
    <MeanwhileNotice title={edited.title}>
      <DiffTable rows={rows} texts={history.columns} />
      <p>{edited.text}</p>
    </MeanwhileNotice>
  );
};
