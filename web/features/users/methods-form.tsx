import { useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import { toast } from '#/web/lib/toast.ts';
import { isOutdated, useBasis } from '#/web/lib/use-basis.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { CheckedForm } from '#/web/ui/form/form.tsx';
import { useCheckedForm } from '#/web/ui/form/use-checked-form.ts';
import { takeSaved } from '#/web/ui/form/use-form-basis.ts';
import { UsersContext } from './users-context.ts';
import { userQuery, type SellerDetail } from './users-queries.ts';
import { useUsersTexts } from './users-texts.ts';

const methods = ['pixEnabled', 'creditCardEnabled', 'billetEnabled'] as const;

type Methods = Pick<SellerDetail, (typeof methods)[number]>;

const methodsOf = ({ pixEnabled, creditCardEnabled, billetEnabled }: Methods): Methods => ({
  pixEnabled,
  creditCardEnabled,
  billetEnabled,
});

const differencesBetween = (before: Methods, after: Methods) =>
  methods.filter((path) => before[path] !== after[path]).map((path) => ({ path }));

interface MethodsFormProps {
  readonly seller: SellerDetail;
}

/** Read-only for users who may not change them, and while the seller is blocked. */
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

const Choice = ({ seller }: MethodsFormProps) => {
  const texts = useUsersTexts();
  const client = useQueryClient();
  const write = useWrite('admin.reviseSellerMethods');
  const { saved, moveTo, updateOnConflict } = useBasis(seller);
  const form = useCheckedForm<Methods, never>({
    defaultValues: methodsOf(seller),
    errorsIn: () => ({}),
    errorTexts: {},
  });
  const readNow = (): Promise<SellerDetail> =>
    client.fetchQuery({ ...userQuery(seller.sellerId), staleTime: 0 });
  const show = (now: SellerDetail | undefined): void => now && form.reset(methodsOf(now));
  /** What the user changed since the submit stays changed. */
  const showSaved = async (sent: Methods): Promise<void> => {
    const now = await readNow();
    moveTo(now);
    takeSaved(form, sent, methodsOf(now), differencesBetween);
  };
  const save = (values: Methods): void =>
    write.mutate(
      { sellerId: seller.sellerId, basedOn: saved.revision, ...values },
      {
        onSuccess: () => {
          toast.success(texts.saved);
          void showSaved(values).catch(() => undefined);
        },
        onError: (failure) => void updateOnConflict(failure, readNow).then(show),
      },
    );
  return (
    <CheckedForm
      form={form}
      onValid={save}
      write={write}
      kind="secondary"
      failure={isOutdated(write.error) ? texts.meanwhile : undefined}
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
    </CheckedForm>
  );
};
