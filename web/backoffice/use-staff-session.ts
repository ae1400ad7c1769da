import { getRouteApi } from '@tanstack/react-router';
import type { Session } from '#/api/contract/session.ts';

const adminRoot = getRouteApi('/admin-root');

export const useStaffSession = (): Session => adminRoot.useRouteContext().session;
