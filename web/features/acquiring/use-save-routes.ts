import type { Purpose, Route } from '#/domain/acquiring/route.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { purposes, type RoutesValues } from './route-draft.ts';

interface Outcome {
  readonly onSuccess: () => void;
  readonly onError: (failure: Error) => void;
}

const ownRoutesIn = (values: RoutesValues): Partial<Record<Purpose, Route>> =>
  Object.fromEntries(
    purposes.flatMap((purpose) => {
      const route = values[purpose];
      return route ? [[purpose, route] as const] : [];
    }),
  );

export const useSaveRoutes = (sellerId: string | undefined) => {
  const platformWrite = useWrite('admin.reviseRoutes');
  const sellerWrite = useWrite('admin.reviseSellerRoutes');

  const sendPlatforms = (values: RoutesValues, basedOn: number, outcome: Outcome): void => {
    const { PIX, CREDIT_CARD, BILLET, WITHDRAW, answeredBelow, slowerThan } = values;
    // Never null for the platform: only a seller's values are.
    if (!PIX || !CREDIT_CARD || !BILLET || !WITHDRAW) return;
    if (answeredBelow === null || slowerThan === null) return;
    const routes = { PIX, CREDIT_CARD, BILLET, WITHDRAW };
    const stepAside = { answeredBelow, slowerThan };
    platformWrite.mutate({ routes, stepAside, basedOn }, outcome);
  };

  const send = (values: RoutesValues, basedOn: number, outcome: Outcome): void =>
    sellerId === undefined
      ? sendPlatforms(values, basedOn, outcome)
      : sellerWrite.mutate({ sellerId, routes: ownRoutesIn(values), basedOn }, outcome);

  const { isPending, error } = sellerId === undefined ? platformWrite : sellerWrite;
  return { send, isPending, error };
};
