import { eventually } from '#/scripts/testing/eventually.ts';
import type { Person } from '#/web/e2e/stage.ts';

/** Waits for a mail to this address with this subject, and opens the newest in the demo's outbox. */
export const mailTo = async (
  { page, goto }: Person,
  email: string,
  subject: string,
): Promise<void> => {
  const mail = page
    .getByRole('listitem')
    .filter({ hasText: email })
    .getByRole('link', { name: subject });
  await eventually(async () => {
    await goto('/outbox');
    return (await mail.count()) > 0 || undefined;
  }, `the mail to ${email} leaves`);
  await mail.first().click();
};
