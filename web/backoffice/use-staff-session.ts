import { getRouteApi } from '@tanstack/react-router';
import type { Session } from '#/api/contract/session.ts';

const adminRoot = getRouteApi('/admin-root');

/** The session of whoever works in the administration. */
export const useStaffSession = (): Session => adminRoot.useRouteContext().session;
