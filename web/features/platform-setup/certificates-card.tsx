import { useState } from 'react';
import { toast } from '#/web/lib/toast.ts';
import { revisionNow, useTypedBasis } from '#/web/lib/use-basis.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { directions, type Direction } from '#/domain/platform/directions.ts';
import { Badge } from '#/web/ui/badge.tsx';
import { Button } from '#/web/ui/button.tsx';
import { Card } from '#/web/ui/card.tsx';
import { TextInput } from '#/web/ui/fields/field.tsx';
import { CheckedForm } from '#/web/ui/form/form.tsx';
import { FormField } from '#/web/ui/form/form-field.tsx';
import { useCheckedForm } from '#/web/ui/form/use-checked-form.ts';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { lazyDialog } from '#/web/ui/lazy-dialog.tsx';
import { useIsReadOnly } from '#/web/ui/hooks/read-only.ts';
import {
  base64Of,
  certificateErrors,
  refusedCertificate,
  type CertificateError,
  type CertificateValues,
} from './certificate-form.ts';
import type { SavedSetup } from './setup-queries.ts';
import { useSetupTexts } from './setup-texts.ts';

const remove = lazyDialog(() => import('./remove-dialog.tsx'));

const DAY_MILLISECONDS = 86_400_000;
const WARNING_DAYS = 30;
/** Shown digits of a fingerprint. */
const FINGERPRINT_LENGTH = 16;

interface CertificatesCardProps {
  readonly platformId: string;
  readonly now: SavedSetup;
}

/** The platform's client certificates, for accounts at acquirers that have none of their own. */
export const CertificatesCard = (props: CertificatesCardProps) => {
  const { certificates: texts } = useSetupTexts();
  return (
    <Card title={texts.title} note={texts.note}>
      <div className="grid gap-6">
        {directions.map((direction) => (
          <Certificate key={direction} {...props} direction={direction} />
        ))}
      </div>
    </Card>
  );
};

interface CertificateProps extends CertificatesCardProps {
  readonly direction: Direction;
}

const Certificate = (props: CertificateProps) => {
  const { platformId, direction, now } = props;
  const { certificates: texts, remove: removal } = useSetupTexts();
  const isReadOnly = useIsReadOnly();
  const [isRemoving, setRemoving] = useState(false);
  const certificate = now.setup.certificates[direction];
  const title = texts.directions[direction];
  return (
    <section aria-label={title} className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">{title}</h3>
        {certificate && !isReadOnly && (
          <Button {...remove.preload} size="small" onClick={() => setRemoving(true)}>
            {removal.button}
          </Button>
        )}
      </div>
      {certificate ? (
        <CertificateFacts certificate={certificate} />
      ) : (
        <p className="text-ink-muted">{texts.none}</p>
      )}
      {!isReadOnly && <CertificateForm {...props} />}
      <remove.Dialog
        platformId={platformId}
        direction={direction}
        revision={now.revision}
        open={isRemoving}
        onClose={() => setRemoving(false)}
      />
    </section>
  );
};

interface CertificateFactsProps {
  readonly certificate: NonNullable<SavedSetup['setup']['certificates'][Direction]>;
}

const CertificateFacts = ({ certificate: { validTo, fingerprint } }: CertificateFactsProps) => {
  const { certificates: texts } = useSetupTexts();
  const { date } = useFormats();
  // The days left, computed on the first render only.
  const [days] = useState(() => (Date.parse(validTo) - Date.now()) / DAY_MILLISECONDS);
  const day = date(validTo);
  return (
    <p className="flex flex-wrap items-center gap-2">
      {days <= 0 && <Badge tone="negative">{texts.over(day)}</Badge>}
      {days > 0 && days <= WARNING_DAYS && <Badge tone="warning">{texts.soon(day)}</Badge>}
      {days > WARNING_DAYS && <Badge tone="positive">{texts.validTo(day)}</Badge>}
      <span className="text-xs break-all text-ink-muted">
        {texts.fingerprint(fingerprint.slice(0, FINGERPRINT_LENGTH))}
      </span>
    </p>
  );
};

const CertificateForm = ({ platformId, direction, now: { setup, revision } }: CertificateProps) => {
  const { certificates: texts, meanwhile } = useSetupTexts();
  const write = useWrite('master.setPlatformCertificate');
  const savedText = JSON.stringify(setup.certificates[direction]);
  const [attempt, setAttempt] = useState(0);
  const form = useCheckedForm<CertificateValues, CertificateError>({
    defaultValues: { file: null, passphrase: '' },
    errorsIn: certificateErrors,
    errorTexts: texts.errors,
  });
  const { saved, updateOnConflict } = useTypedBasis(revision, savedText, form.formState.isDirty);
  const onSuccess = (): void => {
    toast.success(texts.done);
    form.reset();
    // A new file input replaces the old one, because React cannot empty it.
    setAttempt(attempt + 1);
  };
  const onError = (failure: Error): void => {
    const refused = refusedCertificate(failure);
    if (refused) form.setError(refused.field, { type: refused.error });
    void updateOnConflict(failure, revisionNow);
  };
  const save = async ({ file, passphrase }: CertificateValues): Promise<void> => {
    if (file === null) return;
    const content = await base64Of(file);
    const secret = passphrase === '' ? {} : { passphrase };
    const input = { platformId, direction, content, ...secret, basedOn: saved };
    write.mutate(input, { onSuccess, onError });
  };
  const isOutdated = revisionNow(write.error) !== undefined;
  const isAtField = refusedCertificate(write.error) !== undefined;
  return (
    <CheckedForm
      form={form}
      onValid={(values) => void save(values)}
      write={write}
      kind="secondary"
      failure={isOutdated ? meanwhile : isAtField ? '' : undefined}
      submitLabel={texts.submit}
      autoComplete="off"
      className="grid gap-3"
      submitClassName="justify-self-start"
    >
      <FormField form={form} name="file" label={texts.file}>
        {({ value: _, onValue, ...control }) => (
          <input
            {...control}
            key={attempt}
            type="file"
            accept=".pem,.crt,.cer,.p12,.pfx"
            onChange={({ target }) => onValue(target.files?.[0] ?? null)}
            className="min-h-control w-full text-sm"
          />
        )}
      </FormField>
      <FormField form={form} name="passphrase" label={texts.passphrase}>
        {({ onValue, ...control }) => (
          <TextInput
            {...control}
            onValue={onValue}
            type="password"
            // `new-password` keeps browsers from filling in the user's password.
            autoComplete="new-password"
            maxLength={200}
          />
        )}
      </FormField>
    </CheckedForm>
  );
};
