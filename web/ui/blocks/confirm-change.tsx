import type { InputOf, MutationName } from '#/api/contract/contract.ts';
import { toast } from '#/web/lib/toast.ts';
import { revisionNow, useBasis } from '#/web/lib/use-basis.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Dialog } from '#/web/ui/dialog.tsx';
import { Confirm } from './confirm.tsx';

interface ConfirmChangeProps<Name extends MutationName> {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Called after the change, unless the dialog was closed. */
  readonly onDone: () => void;
  readonly title: string;
  readonly texts: { readonly text: string; readonly submit: string; readonly done: string };
  /** Shown when the record was changed elsewhere. */
  readonly meanwhile: string;
  readonly kind: 'primary' | 'danger';
  readonly procedure: Name;
  /** The revision on the page. */
  readonly revision: number;
  readonly inputFor: (basedOn: number) => InputOf<Name>;
}

/** Explains a change, and makes it once confirmed. */
export const ConfirmChange = <Name extends MutationName>(props: ConfirmChangeProps<Name>) => (
  <Dialog
    open={props.open}
    onClose={props.onClose}
    title={props.title}
    description={props.texts.text}
  >
    <Change {...props} />
  </Dialog>
);

/** Separate from the dialog, so that it begins with the page's revision each time the dialog opens. */
const Change = <Name extends MutationName>(props: ConfirmChangeProps<Name>) => {
  const { texts, meanwhile, kind, procedure, revision, inputFor, onClose, onDone } = props;
  const write = useWrite(procedure);
  const { saved, updateOnConflict } = useBasis(revision);
  const onSuccess = (): void => {
    toast.success(texts.done);
    onDone();
  };
  const onError = (failure: Error) => void updateOnConflict(failure, revisionNow);
  return (
    <Confirm
      submit={texts.submit}
      kind={kind}
      write={write}
      failure={revisionNow(write.error) === undefined ? undefined : meanwhile}
      onConfirm={() => write.mutate(inputFor(saved), { onSuccess, onError })}
      onClose={onClose}
    />
  );
};
