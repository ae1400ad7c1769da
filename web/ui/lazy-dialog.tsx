import { lazy, Suspense, useState } from 'react';
import type { ComponentType } from 'react';

/** A dialog whose code is loaded when it is first opened. It then stays mounted, so that closing is animated. */
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
  /** `preload` is for the button that opens the dialog: the code is loaded when the pointer or focus reaches the button. */
  return { Dialog, preload: { onPointerEnter: load, onFocus: load } };
};
