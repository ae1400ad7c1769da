import { createFileRoute } from '@tanstack/react-router';
import { InstallationPage } from '#/web/features/installation/installation-page.tsx';

export const Route = createFileRoute('/master-root/installation')({ component: InstallationPage });
