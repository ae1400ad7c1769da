import { getRouteApi } from '@tanstack/react-router';
import type { Session } from '#/api/contract/session.ts';

const adminRoot = getRouteApi('/admin-root');

/** The session of the signed-in staff member. */
export const useStaffSession = (): Session => adminRoot.useRouteContext().session;
