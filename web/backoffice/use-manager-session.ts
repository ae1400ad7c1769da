import { getRouteApi } from '@tanstack/react-router';
import type { Session } from '#/api/contract/session.ts';

const managerRoot = getRouteApi('/manager-root');

export const useManagerSession = (): Session => managerRoot.useRouteContext().session;
