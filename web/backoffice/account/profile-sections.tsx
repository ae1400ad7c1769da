import { useState } from 'react';
import type { Session } from '#/api/contract/session.ts';
import { NoticesCard } from '#/web/features/session/own/notices-card.tsx';
import { useProfileTexts } from '#/web/features/session/own/profile-texts.ts';
import { OpenSessions } from '#/web/features/session/own/open-sessions.tsx';
import { useOwnAccessTexts } from '#/web/features/session/own-access-texts.ts';
import { useSecondFactorTexts } from '#/web/features/session/second-factor/second-factor-texts.ts';
import { Button } from '#/web/ui/button.tsx';
import { Card } from '#/web/ui/card.tsx';
import { lazyDialog } from '#/web/ui/lazy-dialog.tsx';
import { Segmented } from '#/web/ui/segmented.tsx';
import { useTexts } from '#/web/i18n/texts.ts';
import { useOwnPreferences } from './own-preferences.ts';

const Password = lazyDialog(() => import('#/web/features/session/own/password-dialog.tsx'));
const Email = lazyDialog(() => import('#/web/features/session/email/email-dialog.tsx'));
const SecondFactor = lazyDialog(
  () => import('#/web/features/session/second-factor/second-factor-dialog.tsx'),
);

interface ProfileSectionsProps {
  readonly session: Session & object;
}

const ProfileSections = ({ session }: ProfileSectionsProps) => (
  <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
    <NoticesCard />
    <div className="grid gap-4 *:min-w-0">
      <AccessCard session={session} />
      <LookCard session={session} />
    </div>
  </div>
);

const AccessCard = ({ session }: ProfileSectionsProps) => {
  const { access } = useProfileTexts();
  const { password, email, sessions } = useOwnAccessTexts();
  const secondFactor = useSecondFactorTexts();
  const [openDialog, setOpenDialog] = useState<
    'password' | 'email' | 'second-factor' | 'sessions'
  >();
  const close = () => setOpenDialog(undefined);
  return (
    <Card title={access.title} note={access.text}>
      <div className="flex flex-wrap gap-2">
        <Button {...Password.preload} onClick={() => setOpenDialog('password')}>
          {password.menu}
        </Button>
        <Button {...Email.preload} onClick={() => setOpenDialog('email')}>
          {email.menu}
        </Button>
        <Button {...SecondFactor.preload} onClick={() => setOpenDialog('second-factor')}>
          {secondFactor.title}
        </Button>
        <Button onClick={() => setOpenDialog('sessions')}>{sessions.menu}</Button>
      </div>
      <Password.Dialog
        email={session.email}
        name={session.name}
        open={openDialog === 'password'}
        onClose={close}
      />
      <Email.Dialog email={session.email} open={openDialog === 'email'} onClose={close} />
      <SecondFactor.Dialog open={openDialog === 'second-factor'} onClose={close} />
      <OpenSessions open={openDialog === 'sessions'} onClose={close} />
    </Card>
  );
};

const LookCard = ({ session }: ProfileSectionsProps) => {
  const { look } = useProfileTexts();
  const { shell } = useTexts();
  const { theme, setTheme, language, setLanguage } = useOwnPreferences(session);
  return (
    <Card title={look.title} note={look.text}>
      <div className="flex flex-wrap gap-3">
        <Segmented
          label={shell.language}
          value={language}
          onChange={setLanguage}
          options={[
            { value: 'pt', label: 'Português' },
            { value: 'en', label: 'English' },
          ]}
        />
        <Segmented
          label={shell.theme}
          value={theme}
          onChange={setTheme}
          options={[
            { value: 'light', label: shell.light },
            { value: 'dark', label: shell.dark },
            { value: 'system', label: shell.system },
          ]}
        />
      </div>
    </Card>
  );
};

export default ProfileSections;
