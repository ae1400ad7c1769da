import { useState } from 'react';
import { toast } from '#/web/lib/toast.ts';
import type { AcquirerShown } from '#/api/contract/acquiring.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText, ProblemError } from '#/web/lib/rpc.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { CopyField } from '#/web/ui/copy-field.tsx';
import { Dialog } from '#/web/ui/dialog.tsx';
import { TextInput } from '#/web/ui/fields/field.tsx';
import { Select } from '#/web/ui/fields/select.tsx';
import { CheckedForm } from '#/web/ui/form/form.tsx';
import { FormField } from '#/web/ui/form/form-field.tsx';
import { useCheckedForm, type UseCheckedFormReturn } from '#/web/ui/form/use-checked-form.ts';
import { Segmented } from '#/web/ui/segmented.tsx';
import { useTexts, translateCode } from '#/web/i18n/texts.ts';
import { useAccountTexts } from './account-texts.ts';
import { accountErrors, filledInFields, keyOf, refusedFields } from './account-form.ts';
import type { AccountError, AccountValues } from './account-form.ts';

interface WithAcquirer {
  readonly acquirer: AcquirerShown;
}

interface ConnectDialogProps extends WithAcquirer {
  readonly open: boolean;
  readonly onClose: () => void;
}

const ConnectDialog = ({ acquirer, open, onClose }: ConnectDialogProps) => {
  const texts = useAccountTexts();
  const { label, connected } = acquirer;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={connected ? texts.reconnectTitle(label) : texts.connectTitle(label)}
      description={connected ? texts.reconnectText : texts.connectText}
    >
      <AccountForm acquirer={acquirer} onDone={onClose} />
    </Dialog>
  );
};

interface AccountFormProps extends WithAcquirer {
  readonly onDone: () => void;
}

interface ApiChoiceProps extends WithAcquirer {
  readonly api: AcquirerShown['api'];
  readonly onApi: (api: AcquirerShown['api']) => void;
}

/** The choice between two APIs of an acquirer: our specification describes one, the acquirer's public clients use the other. */
const ApiChoice = ({ acquirer, api, onApi }: ApiChoiceProps) => {
  const texts = useAccountTexts();
  const { differs } = acquirer.apis.find((each) => each.api === api) ?? {};
  return (
    <div className="grid gap-1.5">
      <span aria-hidden className="text-sm font-medium">
        {texts.api}
      </span>
      <Segmented
        label={texts.api}
        value={api}
        options={acquirer.apis.map((each) => ({ value: each.api, label: texts.apis[each.api] }))}
        onChange={onApi}
      />
      <p className="text-xs text-ink-muted">
        {texts.apiText} {differs && texts.differs(differs)}
      </p>
    </div>
  );
};

type AccountIdentity = 'another' | 'same';

interface AccountIdentityChoiceProps {
  readonly identity: AccountIdentity;
  readonly onIdentity: (identity: AccountIdentity) => void;
}

/** Asks whether the new keys are of another account: only the account that made an open request can look that request up. */
const AccountIdentityChoice = ({ identity, onIdentity }: AccountIdentityChoiceProps) => {
  const texts = useAccountTexts();
  const options = (['another', 'same'] as const).map((value) => ({
    value,
    label: texts.whose[value],
  }));
  return (
    <div className="grid gap-1.5">
      <Segmented
        label={texts.whoseLabel}
        value={identity}
        options={options}
        onChange={onIdentity}
      />
      <p className="text-xs text-ink-muted">{texts.whoseText[identity]}</p>
    </div>
  );
};

/** Starts empty, because stored credentials are not shown. */
const AccountForm = ({ acquirer, onDone }: AccountFormProps) => {
  const texts = useAccountTexts();
  const { common } = useTexts();
  const language = useLanguage();
  const write = useWrite('admin.connectAcquirer');
  const { id, label, apis } = acquirer;
  const [api, setApi] = useState<AcquirerShown['api']>('specification');
  const [identity, setIdentity] = useState<AccountIdentity>('another');
  const { fields = [] } = apis.find((each) => each.api === api) ?? {};
  const form = useCheckedForm<AccountValues, AccountError>({
    defaultValues: {},
    errorsIn: (values) => accountErrors(fields, values),
    errorTexts: texts.accountErrors,
  });
  /** The server's errors stay until the next change. */
  const showRefusal = (error: Error) => {
    const problems = error instanceof ProblemError ? (error.problem.errors ?? []) : [];
    const { errors, rest } = refusedFields(fields, problems);
    for (const [key, type] of Object.entries(errors)) form.setError(key, { type });
    form.setError('root', { message: [failureText(error, language), ...rest].join(' ') });
  };
  const chooseApi = (next: AcquirerShown['api']) => {
    setApi(next);
    form.reset(undefined, { keepValues: true });
  };
  const connect = (values: AccountValues) =>
    write.mutate(
      {
        provider: id,
        account: filledInFields(fields, values, api),
        ...(identity === 'same' && { isSameAccount: true }),
      },
      {
        onSuccess: () => {
          toast.success(texts.connectDone(label));
          onDone();
        },
        onError: showRefusal,
      },
    );
  return (
    <CheckedForm
      form={form}
      onValid={connect}
      write={write}
      failure={form.formState.errors.root?.message ?? ''}
      submitLabel={acquirer.connected ? texts.reconnect : texts.connect}
      autoComplete="off"
      className="grid gap-4 *:min-w-0"
    >
      {acquirer.connected && <AccountIdentityChoice identity={identity} onIdentity={setIdentity} />}
      {apis.length > 1 && <ApiChoice acquirer={acquirer} api={api} onApi={chooseApi} />}
      {fields.map((field) => (
        <AccountField key={field.name} form={form} field={field} />
      ))}
      <div className="grid gap-1 text-xs *:min-w-0">
        <span className="text-ink-muted">{texts.webhookUrl}</span>
        <CopyField
          value={acquirer.webhookUrl}
          label={common.copy(texts.webhookUrl)}
          copiedLabel={common.copied}
        />
      </div>
    </CheckedForm>
  );
};

interface AccountFieldProps {
  readonly form: UseCheckedFormReturn<AccountValues>;
  readonly field: AcquirerShown['apis'][number]['fields'][number];
}

/** Fields that may stay empty if the platform has a default. */
const FROM_PLATFORM: ReadonlySet<string> = new Set(['pixKey', 'certCashInUrl', 'certCashOutUrl']);

const AccountField = ({ form, field }: AccountFieldProps) => {
  const texts = useAccountTexts();
  const { name, required, preset, options, secret, kind } = field;
  const fieldText = translateCode(texts.accountField, name);
  const label = required ? fieldText : `${fieldText} (${texts.optional})`;
  const platformHint = FROM_PLATFORM.has(name) ? texts.fromPlatform : undefined;
  const hint = preset === null ? platformHint : texts.preset(preset);
  if (options) {
    return (
      <FormField form={form} name={keyOf(field)} label={label}>
        {({ value, onValue, ...control }) => (
          <Select
            control={control}
            value={value || preset}
            options={options.map((option) => ({ value: option, label: option }))}
            onChange={(chosen) => onValue(chosen ?? '')}
          />
        )}
      </FormField>
    );
  }
  return (
    <FormField form={form} name={keyOf(field)} label={label} hint={hint}>
      {({ value = '', ...control }) => (
        <TextInput
          {...control}
          value={value}
          type={secret ? 'password' : kind === 'url' ? 'url' : 'text'}
          // `new-password` keeps browsers from filling in the user's password.
          autoComplete={secret ? 'new-password' : 'off'}
          autoCapitalize="none"
          spellCheck={false}
          required={required}
          maxLength={20_000}
        />
      )}
    </FormField>
  );
};

export default ConnectDialog;
