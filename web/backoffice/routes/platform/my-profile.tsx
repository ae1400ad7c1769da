import { createFileRoute } from '@tanstack/react-router';
import { MyReceiver } from '#/web/features/receivers/my-receiver.tsx';

export const Route = createFileRoute('/platform/my-profile')({ component: MyReceiver });
