import type { ComponentProps, ReactNode } from 'react';
import { toast } from '#/web/lib/toast.ts';
import { revisionNow } from '#/web/lib/use-basis.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { CheckedForm } from '#/web/ui/form/form.tsx';
import { useCheckedForm } from '#/web/ui/form/use-checked-form.ts';
import { useFormBasis } from '#/web/ui/form/use-form-basis.ts';
import { LeaveGuard } from '#/web/ui/leave-guard.tsx';
import type { SavedSetup } from './setup-queries.ts';
import { SetupMeanwhile } from './setup-meanwhile.tsx';
import { useSetupTexts } from './setup-texts.ts';
import {
  differencesBetween,
  purposes,
  setupFrom,
  valuesOf,
  type SetupValues,
} from './setup-values.ts';

interface SetupFormProps {
  readonly platformId: string;
  readonly now: SavedSetup;
}

/**
 * Whether the platform uses real acquirers, which of them and for what, and the label of the PIX button. Fields that the user has not
 * changed follow the saved setup.
 */
export const SetupForm = ({ platformId, now }: SetupFormProps) => {
  const texts = useSetupTexts();
  const write = useWrite('master.revisePlatformSetup');
  const form = useCheckedForm<SetupValues, never>({
    defaultValues: valuesOf(now),
    errorsIn: () => ({}),
    errorTexts: {},
  });
  const { isDirty } = form.formState;
  const hasAllProviders = form.watch('hasAllProviders');
  const saved = { ...now, values: valuesOf(now) };
  const basis = useFormBasis(form, saved, differencesBetween);
  const { changes, noteSent, onRefused, moveTo } = basis;
  const save = (values: SetupValues, latest: SavedSetup = basis): void => {
    noteSent(values);
    write.mutate(
      { platformId, basedOn: latest.revision, ...setupFrom(values, latest) },
      {
        onSuccess: () => {
          toast.success(texts.setup.done);
          moveTo(values);
        },
        onError: (failure) => onRefused(failure, { values, again: (newer) => save(values, newer) }),
      },
    );
  };
  const isOutdated = revisionNow(write.error) !== undefined;
  return (
    <CheckedForm
      form={form}
      onValid={(values) => save(values)}
      write={write}
      // No text if `SetupMeanwhile` lists the changes.
      failure={isOutdated ? (changes.length === 0 ? texts.meanwhile : '') : undefined}
      submitLabel={texts.setup.submit}
      className="grid gap-5"
      submitClassName="justify-self-start"
    >
      <div>
        <Box label={texts.setup.isInProduction} {...form.register('isInProduction')} />
        <p className="text-xs text-ink-muted">{texts.setup.isInProductionText}</p>
      </div>
      <Group title={texts.setup.methods}>
        {purposes.map((purpose) => (
          <Box
            key={purpose}
            label={texts.setup.purpose[purpose]}
            {...form.register(`methods.${purpose}`)}
          />
        ))}
      </Group>
      <Group title={texts.setup.providers}>
        <div className="col-span-full">
          <Box label={texts.setup.hasAllProviders} {...form.register('hasAllProviders')} />
        </div>
        {!hasAllProviders &&
          now.offered.map(({ provider, label }) => (
            <Box key={provider} label={label} {...form.register(`providers.${provider}`)} />
          ))}
      </Group>
      <Box label={texts.setup.hasShortPixButton} {...form.register('hasShortPixButton')} />
      <SetupMeanwhile changes={changes} offered={now.offered} />
      <LeaveGuard hasUnsaved={isDirty} />
    </CheckedForm>
  );
};

interface GroupProps {
  readonly title: string;
  readonly children: ReactNode;
}

const Group = ({ title, children }: GroupProps) => (
  <fieldset>
    <legend className="mb-1 text-sm font-semibold">{title}</legend>
    <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-3">{children}</div>
  </fieldset>
);

interface BoxProps extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  readonly label: string;
}

const Box = ({ label, ...input }: BoxProps) => (
  <label className="flex min-h-control items-center gap-2">
    <input {...input} type="checkbox" className="size-4 shrink-0 accent-accent" />
    {label}
  </label>
);
