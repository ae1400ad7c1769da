import { createFileRoute } from '@tanstack/react-router';
import { TermsPage } from '#/web/features/platform-terms/terms-page.tsx';

export const Route = createFileRoute('/admin-root/platform-settings/')({ component: TermsPage });
