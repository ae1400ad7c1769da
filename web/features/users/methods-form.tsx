import { use } from 'react';
import { toast } from '#/web/lib/toast.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { CheckedForm } from '#/web/ui/form/form.tsx';
import { useCheckedForm } from '#/web/ui/form/use-checked-form.ts';
import { isOutdated, useSellerBasis } from './use-seller-basis.ts';
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

interface MethodsFormProps {
  readonly user: SellerDetail;
}

/** By which methods the offers of a seller may be paid; who may not change them reads them. */
export const MethodsForm = ({ user }: MethodsFormProps) => {
  const texts = useUsersTexts();
  const isChangeable = use(UsersContext).mayChange && user.status === 'ACTIVE';
  return (
    <section>
      <h3 className="mb-1.5 text-sm font-semibold">{texts.methods}</h3>
      {isChangeable ? (
        <Choice user={user} />
      ) : (
        <ul>
          {methods.map((method) => (
            <li key={method}>
              {texts.method[method]}: {user[method] ? texts.on : texts.off}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};

const Choice = ({ user }: MethodsFormProps) => {
  const texts = useUsersTexts();
  const write = useWrite('admin.reviseSellerMethods');
  const { basedOn, follow } = useSellerBasis(user);
  const form = useCheckedForm<Methods, never>({
    defaultValues: methodsOf(user),
    errorsIn: () => ({}),
    errorTexts: {},
  });
  const begin = (failure?: Error): void => {
    const start = (now: SellerDetail | undefined) => now && form.reset(methodsOf(now));
    void follow(failure).then(start, () => undefined);
  };
  const save = (values: Methods): void =>
    write.mutate(
      { sellerId: user.sellerId, basedOn, ...values },
      {
        onSuccess: () => {
          toast.success(texts.saved);
          begin();
        },
        onError: begin,
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
