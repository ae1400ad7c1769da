import { getRouteApi } from '@tanstack/react-router';

const platform = getRouteApi('/platform');

export const useSellerId = (): string => {
  const { sellerId } = platform.useRouteContext().session;
  if (sellerId === null) throw new Error('a seller session without a seller');
  return sellerId;
};
