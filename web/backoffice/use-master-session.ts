import { getRouteApi } from '@tanstack/react-router';
import type { Session } from '#/api/contract/session.ts';

const masterRoot = getRouteApi('/master-root');

export const useMasterSession = (): Session => masterRoot.useRouteContext().session;
