import { createFileRoute } from '@tanstack/react-router';
import { MyReceiver } from '#/web/features/receivers/my-receiver.tsx';
import { Impersonations } from '#/web/features/session/impersonations.tsx';

const Screen = () => (
  <MyReceiver>
    <Impersonations />
  </MyReceiver>
);

export const Route = createFileRoute('/platform/my-profile')({ component: Screen });
