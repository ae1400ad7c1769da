import { use } from 'react';
import { toast } from '#/web/lib/toast.ts';
import { isOutdated } from '#/web/lib/use-basis.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { DiffTable } from '#/web/ui/diff-table.tsx';
import { CheckedForm } from '#/web/ui/form/form.tsx';
import { useCheckedForm } from '#/web/ui/form/use-checked-form.ts';
import { useFormBasis } from '#/web/ui/form/use-form-basis.ts';
import { MeanwhileNotice } from '#/web/ui/meanwhile-notice.tsx';
import { UsersContext } from './users-context.ts';
import type { SellerDetail } from './users-queries.ts';
import { useUsersTexts } from './users-texts.ts';

const methods = ['pixEnabled', 'creditCardEnabled', 'billetEnabled'] as const;

type Methods = Pick<SellerDetail, (typeof methods)[number]>;

const methodsOf = ({ pixEnabled, creditCardEnabled, billetEnabled }: Methods): Methods => ({
  pixEnabled,
  creditCardEnabled,
  billetEnabled,
});

const differencesBetween = (before: Methods, after: Methods) =>
  methods
    .filter((path) => before[path] !== after[path])
    .map((path) => ({ path, isOn: after[path] }));

interface MethodsFormProps {
  readonly seller: SellerDetail;
}

/** The seller's payment methods; read-only for users who may not change them, and while the seller is blocked. */
export const MethodsForm = ({ seller }: MethodsFormProps) => {
  const texts = useUsersTexts();
  const isChangeable = use(UsersContext).mayChange && seller.status === 'ACTIVE';
  return (
    <section>
      <h3 className="mb-1.5 text-sm font-semibold">{texts.methods}</h3>
      {isChangeable ? (
        <Choice seller={seller} />
      ) : (
        <ul>
          {methods.map((method) => (
            <li key={method}>
              {texts.method[method]}: {seller[method] ? texts.on : texts.off}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};

/** Methods that the user has not changed follow the saved record. */
const Choice = ({ seller }: MethodsFormProps) => {
  const texts = useUsersTexts();
  const write = useWrite('admin.reviseSellerMethods');
  const form = useCheckedForm<Methods, never>({
    defaultValues: methodsOf(seller),
    errorsIn: () => ({}),
    errorTexts: {},
  });
  const saved = { ...seller, values: methodsOf(seller) };
  const basis = useFormBasis(form, saved, differencesBetween);
  const { changes, noteSent, onRefused, moveTo } = basis;
  const save = (values: Methods, { revision }: Pick<SellerDetail, 'revision'> = basis): void => {
    noteSent(values);
    write.mutate(
      { sellerId: seller.sellerId, basedOn: revision, ...values },
      {
        onSuccess: () => {
          toast.success(texts.saved);
          moveTo(values);
        },
        onError: (failure) => onRefused(failure, { values, again: (newer) => save(values, newer) }),
      },
    );
  };
  return (
    <CheckedForm
      form={form}
      onValid={(values) => save(values)}
      write={write}
      kind="secondary"
      // No text if `MethodsMeanwhile` lists the changes.
      failure={isOutdated(write.error) ? (changes.length === 0 ? texts.meanwhile : '') : undefined}
      submitLabel={texts.save}
      className="grid gap-2"
      submitClassName="justify-self-start"
    >
      <p className="text-xs text-ink-muted">{texts.methodsText}</p>
      {methods.map((method) => (
        <label key={method} className="flex min-h-control items-center gap-2">
          <input {...form.register(method)} type="checkbox" className="size-4 accent-accent" />
          {texts.method[method]}
        </label>
      ))}
      <MethodsMeanwhile changes={changes} />
    </CheckedForm>
  );
};

interface MethodsMeanwhileProps {
  readonly changes: readonly ReturnType<typeof differencesBetween>[number][];
}

const MethodsMeanwhile = ({ changes }: MethodsMeanwhileProps) => {
  const { edited, method, on, off } = useUsersTexts();
  if (changes.length === 0) return null;
  const rows = changes.map(({ path, isOn }, at) => ({
    key: `${at} ${path}`,
    place: method[path],
    before: isOn ? off : on,
    after: isOn ? on : off,
  }));
  return (
    <MeanwhileNotice title={edited.title}>
      <DiffTable rows={rows} texts={edited.columns} />
      <p>{edited.text}</p>
    </MeanwhileNotice>
  );
};
