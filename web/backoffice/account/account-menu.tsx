import { AppWindow, AtSign, KeyRound, LogOut, MonitorSmartphone, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { toast } from '#/web/lib/toast.ts';
import type { Session } from '#/api/contract/session.ts';
import { OpenSessions } from '#/web/features/session/own/open-sessions.tsx';
import { OwnMemberships } from '#/web/features/session/own/own-memberships.tsx';
import { useSecondFactorTexts } from '#/web/features/session/second-factor/second-factor-texts.ts';
import { useOwnAccessTexts } from '#/web/features/session/own-access-texts.ts';
import { signOut } from '#/web/features/session/sign-in.ts';
import { SignOutEverywhere } from '#/web/features/session/own/sign-out-everywhere.tsx';
import { failureText } from '#/web/lib/rpc.ts';
import { lazyDialog } from '#/web/ui/lazy-dialog.tsx';
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '#/web/ui/menu.tsx';
import { useTexts } from '#/web/i18n/texts.ts';
import { useOwnPreferences } from './own-preferences.ts';
import { usePreferences } from './preferences.tsx';
import { useLeave } from '#/web/backoffice/session-keeper.tsx';

const SecondFactor = lazyDialog(
  () => import('#/web/features/session/second-factor/second-factor-dialog.tsx'),
);

const Password = lazyDialog(() => import('#/web/features/session/own/password-dialog.tsx'));

const Email = lazyDialog(() => import('#/web/features/session/email/email-dialog.tsx'));

const Preferences = ({ session }: Pick<AccountMenuProps, 'session'>) => {
  const { shell } = useTexts();
  const { theme, setTheme, language, setLanguage } = useOwnPreferences(session);
  return (
    <>
      <MenuChoice
        label={shell.language}
        value={language}
        onChange={setLanguage}
        options={[
          { value: 'pt', label: 'Português' },
          { value: 'en', label: 'English' },
        ]}
      />
      <MenuSeparator />
      <MenuChoice
        label={shell.theme}
        value={theme}
        onChange={setTheme}
        options={[
          { value: 'light', label: shell.light },
          { value: 'dark', label: shell.dark },
          { value: 'system', label: shell.system },
        ]}
      />
    </>
  );
};

type OwnItem = 'password' | 'second-factor' | 'email' | 'sessions';

interface OwnItemsProps {
  readonly onOpen: (which: OwnItem) => void;
}

/** Not shown to staff who are signed in as a seller. */
const OwnItems = ({ onOpen }: OwnItemsProps) => {
  const { password, email, sessions } = useOwnAccessTexts();
  const secondFactor = useSecondFactorTexts();
  return (
    <>
      <MenuItem
        onClick={() => onOpen('password')}
        icon={<KeyRound aria-hidden className="size-4" />}
      >
        {password.menu}
      </MenuItem>
      <MenuItem
        onClick={() => onOpen('second-factor')}
        icon={<ShieldCheck aria-hidden className="size-4" />}
      >
        {secondFactor.title}
      </MenuItem>
      <MenuItem onClick={() => onOpen('email')} icon={<AtSign aria-hidden className="size-4" />}>
        {email.menu}
      </MenuItem>
      <MenuItem
        onClick={() => onOpen('sessions')}
        icon={<AppWindow aria-hidden className="size-4" />}
      >
        {sessions.menu}
      </MenuItem>
    </>
  );
};

interface AccountMenuProps {
  readonly session: Session;
  readonly trigger: ReactElement;
}

/** The menu of the signed-in user: name, language, theme, access and sign-out. */
const AccountMenu = ({ session, trigger }: AccountMenuProps) => {
  const { shell } = useTexts();
  const { everywhere } = useOwnAccessTexts();
  const { language } = usePreferences();
  const goToSignIn = useLeave(session);
  const [openDialog, setOpenDialog] = useState<OwnItem | 'everywhere'>();
  const close = () => setOpenDialog(undefined);
  // Staff who are signed in as a seller cannot change their own access here.
  const isOneself = session.impersonation === null;
  const leave = () =>
    signOut().then(goToSignIn, (failure: unknown) => {
      toast.error(failureText(failure, language));
    });
  return (
    <>
      <Menu trigger={trigger} isOpenAtFirst>
        <div className="max-w-64 px-2 py-1.5">
          <p className="truncate font-medium">{session.name}</p>
          <p className="truncate text-xs text-ink-faint">{session.email}</p>
        </div>
        {isOneself && <OwnMemberships />}
        <MenuSeparator />
        <Preferences session={session} />
        <MenuSeparator />
        {isOneself && <OwnItems onOpen={setOpenDialog} />}
        <MenuItem onClick={() => void leave()} icon={<LogOut aria-hidden className="size-4" />}>
          {shell.signOut}
        </MenuItem>
        <MenuItem
          onClick={() => setOpenDialog('everywhere')}
          icon={<MonitorSmartphone aria-hidden className="size-4" />}
        >
          {everywhere.signOut}
        </MenuItem>
      </Menu>
      <Password.Dialog
        email={session.email}
        name={session.name}
        open={openDialog === 'password'}
        onClose={close}
      />
      <SecondFactor.Dialog open={openDialog === 'second-factor'} onClose={close} />
      <Email.Dialog email={session.email} open={openDialog === 'email'} onClose={close} />
      <OpenSessions open={openDialog === 'sessions'} onClose={close} />
      <SignOutEverywhere open={openDialog === 'everywhere'} onClose={close} onLeft={goToSignIn} />
    </>
  );
};

export default AccountMenu;
