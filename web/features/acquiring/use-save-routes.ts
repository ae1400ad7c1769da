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
  const ofPlatform = useWrite('admin.reviseRoutes');
  const ofSeller = useWrite('admin.reviseSellerRoutes');

  const sendPlatforms = (values: RoutesValues, basedOn: number, outcome: Outcome): void => {
    const { PIX, CREDIT_CARD, BILLET, WITHDRAW, answeredBelow, slowerThan } = values;
    if (!PIX || !CREDIT_CARD || !BILLET || !WITHDRAW) return;
    if (answeredBelow === null || slowerThan === null) return;
    const routes = { PIX, CREDIT_CARD, BILLET, WITHDRAW };
    const stepAside = { answeredBelow, slowerThan };
    ofPlatform.mutate({ routes, stepAside, basedOn }, outcome);
  };

  const send = (values: RoutesValues, basedOn: number, outcome: Outcome): void =>
    sellerId === undefined
      ? sendPlatforms(values, basedOn, outcome)
      : ofSeller.mutate({ sellerId, routes: ownRoutesIn(values), basedOn }, outcome);

  const { isPending, error } = sellerId === undefined ? ofPlatform : ofSeller;
  return { send, isPending, error };
};
