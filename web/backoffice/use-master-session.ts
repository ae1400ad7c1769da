import { getRouteApi } from '@tanstack/react-router';
import type { Session } from '#/api/contract/session.ts';

const masterRoot = getRouteApi('/master-root');

/** The session of the signed-in master. */
export const useMasterSession = (): Session => masterRoot.useRouteContext().session;
