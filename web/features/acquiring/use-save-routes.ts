import { useQueryClient } from '@tanstack/react-query';
import { toast } from '#/web/lib/toast.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { useAcquiringTexts } from './acquiring-texts.ts';
import { acquiringQuery, sellerRoutesQuery } from './acquiring-queries.ts';
import type { RoutesDraft } from './route-draft.ts';

/** Saves the routes of a seller, or of the platform when `sellerId` is undefined. */
export const useSaveRoutes = (sellerId: string | undefined) => {
  const texts = useAcquiringTexts();
  const client = useQueryClient();
  const ofPlatform = useWrite('admin.reviseRoutes');
  const ofSeller = useWrite('admin.reviseSellerRoutes');
  const { isPending, error } = sellerId === undefined ? ofPlatform : ofSeller;

  const save = ({ routes, stepAside }: RoutesDraft, onSaved: () => void): void => {
    const onSaveDone = (): void => {
      toast.success(texts.saved);
      onSaved();
    };
    if (sellerId !== undefined) {
      const onSuccess = (): void => {
        // The saved routes are shown at once, and read again in the background.
        client.setQueryData(
          sellerRoutesQuery(sellerId).queryKey,
          (before) => before && { ...before, routes },
        );
        onSaveDone();
      };
      return ofSeller.mutate({ sellerId, routes }, { onSuccess });
    }
    const { PIX, CREDIT_CARD, BILLET, WITHDRAW } = routes;
    if (!PIX || !CREDIT_CARD || !BILLET || !WITHDRAW || !stepAside) return undefined;
    const changes = { routes: { PIX, CREDIT_CARD, BILLET, WITHDRAW }, stepAside };
    const onSuccess = (): void => {
      client.setQueryData(acquiringQuery.queryKey, (before) => before && { ...before, ...changes });
      onSaveDone();
    };
    return ofPlatform.mutate(changes, { onSuccess });
  };

  return { save, isPending, error };
};
