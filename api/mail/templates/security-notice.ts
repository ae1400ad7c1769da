import type { Draft } from '#/api/mail/blocks.ts';
import { momentIn } from '#/api/mail/moment.ts';
import type { MailLanguage } from '#/domain/mail/events.ts';
import type { OpenedContent } from '#/domain/ports/mail.ts';
import type { Timestamp } from '#/domain/values/time.ts';

type Content = Extract<
  OpenedContent,
  {
    readonly template:
      | 'new-device'
      | 'new-password'
      | 'new-email'
      | 'second-factor'
      | 'new-destination'
      | 'suspended-destination';
  }
>;

const texts = {
  'pt-BR': {
    'new-device': {
      subject: 'Novo acesso à sua conta',
      what: 'Sua conta foi aberta em um navegador que ainda não conhecíamos.',
    },
    'new-password': {
      LINK: {
        subject: 'Nova senha da sua conta',
        what: 'A senha da sua conta foi trocada por um link, e os acessos abertos foram encerrados. Por segurança, saques ficam parados por 24 horas.',
      },
      SESSION: {
        subject: 'Nova senha da sua conta',
        what: 'A senha da sua conta foi trocada por quem estava nela, e os outros acessos foram encerrados. Por segurança, saques ficam parados por 24 horas.',
      },
    },
    'new-email': {
      subject: 'Novo e-mail da sua conta',
      what: 'O e-mail da sua conta foi trocado por este, e os acessos abertos foram encerrados: entre com ele de agora em diante. Por segurança, saques ficam parados por 24 horas.',
    },
    'second-factor': {
      ON: {
        subject: 'Segundo fator ativado',
        what: 'Um aplicativo autenticador foi ligado à sua conta: entrar passa a pedir o código dele, e os outros acessos foram encerrados. Por segurança, saques ficam parados por 24 horas.',
      },
      OFF: {
        subject: 'Segundo fator desativado',
        what: 'Sua conta não pede mais o código do aplicativo autenticador, e os outros acessos foram encerrados. Por segurança, saques ficam parados por 24 horas.',
      },
      RECOVERY_CODE_USED: {
        subject: 'Código de recuperação usado',
        what: 'Um dos códigos de recuperação da sua conta foi usado no lugar do código do aplicativo autenticador.',
      },
      NEW_RECOVERY_CODES: {
        subject: 'Novos códigos de recuperação',
        what: 'Novos códigos de recuperação da sua conta foram gerados; os anteriores não valem mais.',
      },
      RESET_ASKED: {
        subject: 'Pediram para redefinir o seu segundo fator',
        what: 'A equipe da plataforma pediu a redefinição do segundo fator da sua conta. Se outra pessoa da equipe confirmar em 24 horas, entrar deixa de pedir o código do aplicativo autenticador.',
      },
      RESET_REFUSED: {
        subject: 'Seu segundo fator continua como está',
        what: 'O pedido de redefinição do segundo fator da sua conta foi encerrado: nada mudou.',
      },
      RESET: {
        subject: 'Segundo fator redefinido',
        what: 'A equipe da plataforma redefiniu o segundo fator da sua conta: entrar não pede mais o código do aplicativo autenticador, e os acessos abertos foram encerrados. Por segurança, saques ficam parados por 24 horas.',
      },
    },
    'new-destination': {
      subject: 'Nova chave PIX para os seus saques',
      what: 'Uma chave PIX foi cadastrada para receber os saques da sua conta. A equipe da plataforma analisa a chave antes do primeiro saque. Por segurança, saques ficam parados por 24 horas.',
    },
    'suspended-destination': {
      subject: 'Uma chave PIX dos seus saques foi suspensa',
      what: 'Um saque para uma chave PIX da sua conta voltou, ou o banco informou que a conta da chave é de outra pessoa. Nenhum saque vai para essa chave até que a equipe da plataforma a confira. Veja se foi você quem cadastrou essa chave.',
    },
    when: 'Quando',
    from: 'Endereço de rede',
    mine: 'Se foi você, não é preciso fazer nada.',
    notMine:
      'Se não foi você, bloqueie o acesso agora: as sessões e a senha terminam, e saques ficam parados por 24 horas. Depois você escolhe outra senha.',
    block: 'Não fui eu: bloquear o acesso',
    limits: 'O link funciona uma vez e vale por sete dias.',
    why: 'Este e-mail trata da segurança da sua conta e não pode ser desativado.',
  },
  en: {
    'new-device': {
      subject: 'New sign-in to your account',
      what: 'Your account was opened in a browser that we did not know yet.',
    },
    'new-password': {
      LINK: {
        subject: 'New password of your account',
        what: 'The password of your account was changed by a link, and open sessions were ended. For safety, withdrawals rest for 24 hours.',
      },
      SESSION: {
        subject: 'New password of your account',
        what: 'The password of your account was changed by someone who was signed in to it, and the other sessions were ended. For safety, withdrawals rest for 24 hours.',
      },
    },
    'new-email': {
      subject: 'New e-mail of your account',
      what: 'The e-mail of your account was changed to this one, and open sessions were ended: sign in by it from now on. For safety, withdrawals rest for 24 hours.',
    },
    'second-factor': {
      ON: {
        subject: 'Second factor switched on',
        what: 'An authenticator app was linked to your account: signing in asks for its code from now on, and other sessions were ended. For safety, withdrawals rest for 24 hours.',
      },
      OFF: {
        subject: 'Second factor switched off',
        what: 'Your account no longer asks for the code of the authenticator app, and other sessions were ended. For safety, withdrawals rest for 24 hours.',
      },
      RECOVERY_CODE_USED: {
        subject: 'Recovery code used',
        what: 'One of the recovery codes of your account was used in place of a code of the authenticator app.',
      },
      NEW_RECOVERY_CODES: {
        subject: 'New recovery codes',
        what: 'New recovery codes of your account were made; those before no longer work.',
      },
      RESET_ASKED: {
        subject: 'A reset of your second factor was asked for',
        what: 'The staff of the platform asked to reset the second factor of your account. If another member of staff confirms it within 24 hours, signing in no longer asks for the code of the authenticator app.',
      },
      RESET_REFUSED: {
        subject: 'Your second factor stays as it is',
        what: 'The request to reset the second factor of your account has ended: nothing has changed.',
      },
      RESET: {
        subject: 'Second factor reset',
        what: 'The staff of the platform reset the second factor of your account: signing in no longer asks for the code of the authenticator app, and open sessions were ended. For safety, withdrawals rest for 24 hours.',
      },
    },
    'new-destination': {
      subject: 'New PIX key for your withdrawals',
      what: 'A PIX key was named to receive the withdrawals of your account. The staff of the platform look at the key before the first withdrawal. For safety, withdrawals rest for 24 hours.',
    },
    'suspended-destination': {
      subject: 'A PIX key of your withdrawals was suspended',
      what: 'A withdrawal to a PIX key of your account came back, or the bank says that the account of the key belongs to another person. No withdrawal goes to this key until the staff of the platform have looked at it. See whether it was you who named this key.',
    },
    when: 'When',
    from: 'Network address',
    mine: 'If it was you, there is nothing to do.',
    notMine:
      'If it was not you, block the access now: sessions and password end, and withdrawals rest for 24 hours. Afterwards you choose another password.',
    block: 'It was not me: block the access',
    limits: 'The link works once, for seven days.',
    why: 'This e-mail is about the security of your account and cannot be switched off.',
  },
} as const;

const momentOf = (content: Content): Timestamp => {
  switch (content.template) {
    case 'new-device':
      return content.signedInAt;
    case 'new-destination':
      return content.declaredAt;
    case 'suspended-destination':
      return content.suspendedAt;
    default:
      return content.changedAt;
  }
};

const wordsOf = (content: Content, language: MailLanguage) => {
  const words = texts[language];
  switch (content.template) {
    case 'second-factor':
      return words['second-factor'][content.change];
    case 'new-password':
      return words['new-password'][content.by ?? 'LINK'];
    default:
      return words[content.template];
  }
};

/** Tells a person what happened in their account, because someone else may have done it. */
export const securityNotice = (content: Content, language: MailLanguage): Draft => {
  const { when, from, mine, notMine, block, limits, why } = texts[language];
  const { subject, what } = wordsOf(content, language);
  const happenedAt = momentOf(content);
  const { ip, blockUrl: url } = content;
  const whenRow = [when, momentIn(language, happenedAt)] as const;
  return {
    subject,
    blocks: [
      { kind: 'paragraph', text: what },
      { kind: 'facts', rows: ip === null ? [whenRow] : [whenRow, [from, ip]] },
      { kind: 'paragraph', text: mine },
      { kind: 'paragraph', text: notMine },
      { kind: 'link', text: block, url },
      { kind: 'paragraph', text: limits },
      { kind: 'note', text: why },
    ],
  };
};
