import type { Draft } from '#/api/mail/blocks.ts';
import type { MailLanguage } from '#/domain/mail/events.ts';
import type { LinkTemplate, OpenedContent } from '#/domain/ports/mail.ts';

const texts = {
  'pt-BR': {
    recovery: {
      subject: 'Nova senha para a sua conta',
      text: 'Alguém pediu uma nova senha para a sua conta. Se foi você, escolha a senha nesta página:',
      link: 'Escolher nova senha',
      limits:
        'O link funciona uma vez e vale por uma hora. Ao usá-lo, os acessos abertos terminam.',
      notMine: 'Se não foi você, não faça nada: a senha continua a mesma.',
    },
    invitation: {
      subject: 'Você foi convidado para a equipe',
      text: 'Você foi convidado para trabalhar no painel de uma plataforma de vendas. Comece por esta página:',
      link: 'Aceitar o convite',
      limits:
        'O link funciona uma vez e vale por sete dias. Se você já tem acesso, entre com a senha de sempre.',
      notMine: 'Se você não esperava este convite, não faça nada: nada muda sem você.',
    },
    registration: {
      subject: 'Continue o seu cadastro de vendedor',
      text: 'Alguém pediu um cadastro de vendedor com este e-mail. Se foi você, continue nesta página:',
      link: 'Continuar o cadastro',
      limits: 'O link funciona uma vez e vale por uma hora.',
      notMine: 'Se não foi você, não faça nada: sem você não se cria cadastro nenhum.',
    },
    'seller-invitation': {
      subject: 'Você foi convidado para vender',
      text: 'Uma plataforma de vendas convidou você a vender nela. Faça o cadastro nesta página:',
      link: 'Fazer o cadastro',
      limits:
        'O link funciona uma vez e vale por sete dias. Se você já tem acesso, entre com a senha de sempre.',
      notMine: 'Se você não esperava este convite, não faça nada: nada muda sem você.',
    },
    'confirm-former-email': {
      subject: 'Trocar o e-mail da sua conta?',
      text: 'Foi pedido que a sua conta passe a usar outro e-mail. A página mostra qual; confirme nela se foi você:',
      link: 'Ver e confirmar',
      limits:
        'O link vale por 24 horas. A troca só acontece quando o link enviado ao outro e-mail também for confirmado.',
      notMine:
        'Se não foi você, alguém está na sua conta. Bloqueie o acesso agora: as sessões e a senha terminam, e a troca é cancelada.',
    },
    'confirm-new-email': {
      subject: 'Confirme este e-mail',
      text: 'Alguém quer usar este e-mail para entrar em uma conta. Se foi você, confirme nesta página:',
      link: 'Confirmar este e-mail',
      limits:
        'O link vale por 24 horas. A troca só acontece quando o link enviado ao e-mail anterior também for confirmado.',
      notMine: 'Se não foi você, não faça nada: sem você nada muda.',
    },
    block: 'Não fui eu: bloquear o acesso',
    security: 'Este e-mail trata da segurança da sua conta e não pode ser desativado.',
  },
  en: {
    recovery: {
      subject: 'A new password for your account',
      text: 'Someone asked for a new password for your account. If it was you, choose it on this page:',
      link: 'Choose a new password',
      limits: 'The link works once, for an hour. Using it ends all open sessions.',
      notMine: 'If it was not you, do nothing: the password stays as it is.',
    },
    invitation: {
      subject: 'You are invited to a team',
      text: 'You are invited to work in the back office of a sales platform. Begin on this page:',
      link: 'Accept the invitation',
      limits:
        'The link works once, for seven days. If you can sign in already, use the password you have.',
      notMine: 'If you did not expect this invitation, do nothing: without you nothing changes.',
    },
    registration: {
      subject: 'Go on with your registration as a seller',
      text: 'Someone asked to register as a seller with this e-mail. If it was you, go on here:',
      link: 'Go on with the registration',
      limits: 'The link works once, for an hour.',
      notMine: 'If it was not you, do nothing: without you nothing is registered.',
    },
    'seller-invitation': {
      subject: 'You are invited to sell',
      text: 'A sales platform invites you to sell there. Register on this page:',
      link: 'Register',
      limits:
        'The link works once, for seven days. If you can sign in already, use the password you have.',
      notMine: 'If you did not expect this invitation, do nothing: without you nothing changes.',
    },
    'confirm-former-email': {
      subject: 'Change the e-mail of your account?',
      text: 'It was asked that your account use another e-mail. The page shows which; confirm there if it was you:',
      link: 'See and confirm',
      limits:
        'The link is good for 24 hours. The change is made once the link sent to the other e-mail is confirmed as well.',
      notMine:
        'If it was not you, someone is in your account. Block the access now: sessions and password end, and the change is cancelled.',
    },
    'confirm-new-email': {
      subject: 'Confirm this e-mail',
      text: 'Someone wants to use this e-mail to sign in to an account. If it was you, confirm on this page:',
      link: 'Confirm this e-mail',
      limits:
        'The link is good for 24 hours. The change is made once the link sent to the former e-mail is confirmed as well.',
      notMine: 'If it was not you, do nothing: without you nothing changes.',
    },
    block: 'It was not me: block the access',
    security: 'This e-mail is about the security of your account and cannot be switched off.',
  },
} as const;

type Content = Extract<OpenedContent, { readonly template: LinkTemplate }>;

const ABOUT_SECURITY: readonly LinkTemplate[] = ['recovery', 'confirm-former-email'];

/** A mail with a link. It says what the link is for, how long the link works, and what to do for a person who did not request it. */
export const linkLetter = (content: Content, language: MailLanguage): Draft => {
  const { template, url } = content;
  const { security, block, [template]: ownTexts } = texts[language];
  const { subject, text, link, limits, notMine } = ownTexts;
  const blocking =
    template === 'confirm-former-email'
      ? [{ kind: 'link', text: block, url: content.blockUrl } as const]
      : [];
  return {
    subject,
    blocks: [
      { kind: 'paragraph', text },
      { kind: 'link', text: link, url },
      { kind: 'paragraph', text: limits },
      { kind: 'note', text: notMine },
      ...blocking,
      ...(ABOUT_SECURITY.includes(template) ? [{ kind: 'note', text: security } as const] : []),
    ],
  };
};
