import { lazy, Suspense, useState } from 'react';
import type { ComponentType } from 'react';

/** A dialog whose code is loaded when it is first opened; after that it stays mounted, so that its closing is animated. */
export const lazyDialog = <Props extends { readonly open: boolean }>(
  fetchDialog: () => Promise<{ readonly default: ComponentType<Props> }>,
) => {
  const Loaded: ComponentType<Props> = lazy(fetchDialog);
  const Dialog = (props: Props) => {
    const [wasOpened, setOpened] = useState(props.open);
    if (props.open && !wasOpened) setOpened(true);
    return (
      wasOpened && (
        <Suspense fallback={null}>
          <Loaded {...props} />
        </Suspense>
      )
    );
  };
  const load = () => void fetchDialog();
  /** `near` is for the button that opens the dialog: it loads the code when the pointer or the focus comes near. */
  return { Dialog, near: { onPointerEnter: load, onFocus: load } };
};
