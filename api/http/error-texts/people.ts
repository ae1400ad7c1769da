import type { ErrorTexts } from './error-code.ts';

export const peopleErrors = {
  'staff/changed-meanwhile': {
    status: 409,
    pt: 'Outra pessoa mudou este funcionário enquanto você decidia. Confira como ficou.',
    en: 'Another person changed this functionary while you decided. Check how it is now.',
  },
  'staff/flag-not-held': {
    status: 403,
    pt: 'Você só pode dar ou tirar permissões que você mesmo tem.',
    en: 'You can give or take away only permissions that you have yourself.',
  },
  'staff/already-known': {
    status: 409,
    pt: 'Esta pessoa já faz parte da equipe, ou fez: veja na lista, também entre os bloqueados.',
    en: 'This person is on the staff already, or was: see the list, also of those who are blocked.',
  },
  'staff/came-in-already': {
    status: 409,
    pt: 'Esta pessoa já aceitou o convite.',
    en: 'This person has accepted the invitation already.',
  },
  'staff/is-administrator': {
    status: 403,
    pt: 'Administradores não são alterados aqui.',
    en: 'Administrators are not changed here.',
  },
  'staff/own-record': {
    status: 403,
    pt: 'Ninguém altera as próprias permissões.',
    en: 'No one changes their own permissions.',
  },
  'staff/last-administrator': {
    status: 409,
    pt: 'A plataforma ficaria sem administrador ativo. Antes de bloquear este, convide outro e espere que entre.',
    en: 'The platform would be left without an active administrator. Before this one is blocked, invite another and wait until they come in.',
  },
  'staff/is-master': {
    status: 409,
    pt: 'Este e-mail é de um master. Um master não é administrador de plataforma: use o e-mail de outra pessoa.',
    en: 'This e-mail is a master’s. A master is not an administrator of a platform: use the e-mail of another person.',
  },
  'master/blocked': {
    status: 403,
    pt: 'Outro master bloqueou seu acesso neste momento: nada mudou.',
    en: 'Another master has blocked your access at this moment: nothing was changed.',
  },
  'master/last': {
    status: 409,
    pt: 'A instalação ficaria sem master ativo. Antes de bloquear este, convide outro e espere que entre.',
    en: 'The installation would be left without an active master. Before this one is blocked, invite another and wait until they come in.',
  },
  'master/oneself': {
    status: 403,
    pt: 'Ninguém bloqueia a si mesmo: peça a outro master.',
    en: 'No one blocks themselves: ask another master.',
  },
  'manager/already-known': {
    status: 409,
    pt: 'Esta pessoa já é gerente, ou foi: veja na lista, também entre os bloqueados.',
    en: 'This person is a manager already, or was: see the list, also of those who are blocked.',
  },
  'manager/not-active': {
    status: 409,
    pt: 'Este gerente está bloqueado e não recebe vendedores. Escolha outro, ou libere este antes.',
    en: 'This manager is blocked and takes no sellers. Choose another, or let this one in again first.',
  },
  'platform/has-money': {
    status: 409,
    pt: 'A produção só muda quando nenhum vendedor da plataforma tem saldo e nenhuma cobrança, reembolso ou saque está em aberto: dinheiro simulado não pode virar real, nem o contrário. Saldos simulados podem ser baixados.',
    en: 'Production changes only while no seller of the platform has a balance and no charge, refund or withdrawal is open: simulated money must not become real, nor real money simulated. Simulated balances can be written off.',
  },
  'platform/in-production': {
    status: 409,
    pt: 'A plataforma está em produção: o saldo dos vendedores é dinheiro real, e não pode ser baixado.',
    en: 'The platform is in production: the balances of its sellers are real money and cannot be written off.',
  },
  'platform/id-taken': {
    status: 409,
    pt: 'Este identificador já é de outra plataforma. Escolha outro.',
    en: 'Another platform has this id already. Choose another one.',
  },
  'subject/unknown': {
    status: 404,
    pt: 'Não há pedido de apagamento desta pessoa.',
    en: 'There is no request to erase this person.',
  },
  'subject/held': {
    status: 409,
    pt: 'Estes dados ainda devem ser guardados.',
    en: 'This data must still be kept.',
  },
  'subject/erased': {
    status: 409,
    pt: 'Os dados desta pessoa foram apagados: nada mais se guarda sobre ela.',
    en: 'The data of this person was erased: nothing more is kept about them.',
  },
  'subject/named-in-reason': {
    status: 422,
    pt: 'O motivo fica registrado para sempre: não escreva nome, e-mail, documento ou telefone.',
    en: 'The reason stays on record for ever: leave out name, e-mail, document and phone.',
  },
  'session/required': {
    status: 401,
    pt: 'Entre na sua conta para continuar.',
    en: 'Sign in to continue.',
  },
  'session/forbidden': {
    status: 403,
    pt: 'Sua conta não tem permissão para isto.',
    en: 'Your account has no permission for this.',
  },
  'session/other-member': {
    status: 409,
    pt: 'Em outra aba, este navegador passou a usar outro acesso. Nada foi feito: recarregue a página.',
    en: 'In another tab, this browser went on with another access. Nothing was done: reload the page.',
  },
  'session/invalid-credentials': {
    status: 401,
    pt: 'E-mail ou senha incorretos.',
    en: 'Wrong e-mail or password.',
  },
  'session/impersonating': {
    status: 403,
    pt: 'Você está na área de um vendedor só para ver. Volte à sua conta para fazer isso.',
    en: 'You are in a seller’s area only to look. Go back to your own account to do this.',
  },
  'session/impersonation-over': {
    status: 409,
    pt: 'Este pedido já foi usado, e não abre mais a área do vendedor. Para entrar, faça um novo pedido.',
    en: 'This request was used already, and opens the seller’s area no more. To come in, make a new request.',
  },
  'session/step-up-required': {
    status: 403,
    pt: 'Confirme que é você para continuar.',
    en: 'Confirm that it is you to continue.',
  },
  'session/wrong-password': {
    status: 403,
    pt: 'A senha não confere.',
    en: 'The password is not right.',
  },
  'session/code-required': {
    status: 403,
    pt: 'Digite o código do seu aplicativo autenticador.',
    en: 'Enter the code of your authenticator app.',
  },
  'session/wrong-code': {
    status: 403,
    pt: 'O código não confere. Cada código vale uma vez: aguarde o próximo.',
    en: 'The code is not right. Each code works once: wait for the next one.',
  },
  'session/app-not-confirmed': {
    status: 409,
    pt: 'O código não confere. Digite o que o aplicativo mostra agora.',
    en: 'The code is not right. Enter the one that the app shows now.',
  },
  'session/set-up-over': {
    status: 409,
    pt: 'Esta configuração terminou: passaram 15 minutos ou cinco códigos errados. Comece de novo.',
    en: 'This set-up is over: 15 minutes have passed, or five codes were wrong. Start again.',
  },
  'session/second-factor-missing': {
    status: 403,
    pt: 'Ative o segundo fator para continuar: o seu papel exige.',
    en: 'Set up your second factor to continue: your role needs one.',
  },
  'session/second-factor-obligatory': {
    status: 409,
    pt: 'O seu papel exige um segundo fator. Para trocar de aparelho, configure outro.',
    en: 'Your role needs a second factor. To change your device, set up another one.',
  },
  'session/second-factor-off': {
    status: 409,
    pt: 'O segundo fator está desligado.',
    en: 'The second factor is off.',
  },
  'email-change/same': {
    status: 409,
    pt: 'Este já é o e-mail da sua conta.',
    en: 'This is the e-mail of your account already.',
  },
  'email-change/no-mail': {
    status: 409,
    pt: 'Aqui não há envio de e-mails, e a troca precisa ser confirmada por e-mail. Fale com o suporte da sua plataforma.',
    en: 'No e-mails are sent here, and the change has to be confirmed by e-mail. Ask the support of your platform.',
  },
  'email-change/too-many': {
    status: 429,
    pt: 'Você já pediu a troca cinco vezes hoje. Tente amanhã.',
    en: 'You have asked for the change five times today. Try tomorrow.',
  },
  'email-change/taken': {
    status: 409,
    pt: 'Este e-mail já entra em outra conta. Entre com ele, ou escolha outro.',
    en: 'This e-mail signs in to another account already. Sign in by it, or choose another one.',
  },
  'factor-reset/not-by-staff': {
    status: 409,
    pt: 'O segundo fator desta pessoa não é redefinido pela equipe: peça a quem cuida da instalação.',
    en: 'The second factor of this person is not reset by staff: ask the operator of this installation.',
  },
  'factor-reset/own': {
    status: 409,
    pt: 'O seu segundo fator você muda em “Conta”; se perdeu o aparelho, peça a outra pessoa da equipe.',
    en: 'You change your own second factor under “Account”; if you lost the device, ask another member of staff.',
  },
  'factor-reset/second-person': {
    status: 409,
    pt: 'Quem pediu a redefinição não a confirma: outra pessoa da equipe precisa fazer isso.',
    en: 'Who asked for the reset does not confirm it: another member of staff has to.',
  },
  'factor-reset/waits': {
    status: 409,
    pt: 'Já há um pedido de redefinição para esta pessoa.',
    en: 'There is a request for a reset for this person already.',
  },
  'session/link-over': {
    status: 404,
    pt: 'Este link não vale mais: foi usado ou venceu.',
    en: 'This link is no longer valid: it was used or ended.',
  },
  'invitation/in-use': {
    status: 409,
    pt: 'Este convite está sendo usado neste momento. Aguarde alguns instantes e tente novamente.',
    en: 'This invitation is being used right now. Wait a moment and try again.',
  },
  'invitation/not-usable': {
    status: 404,
    pt: 'Este convite não vale: foi usado, venceu ou foi substituído. Peça outro a quem cuida da instalação.',
    en: 'This invitation is not valid: it was used, ended or was replaced. Ask the operator of this installation for another.',
  },
  'onboarding/closed': {
    status: 404,
    pt: 'Esta plataforma não recebe cadastros agora. Fale com ela.',
    en: 'This platform takes no registrations at present. Ask it.',
  },
  'onboarding/terms-changed': {
    status: 409,
    pt: 'Os termos de uso mudaram enquanto você preenchia. Leia e aceite a nova versão.',
    en: 'The terms of use changed while you were filling in. Read and accept the new version.',
  },
  'onboarding/already-seller': {
    status: 409,
    pt: 'Você já tem cadastro de vendedor nesta plataforma. Entre com a sua senha.',
    en: 'You are registered as a seller on this platform already. Sign in with your password.',
  },
  'onboarding/version-taken': {
    status: 409,
    pt: 'O texto mudou: dê outro nome à versão, para que se saiba o que cada vendedor aceitou.',
    en: 'The text has changed: give the version another name, so that it is known what each seller accepted.',
  },
  'onboarding/link-over': {
    status: 404,
    pt: 'Este link não vale mais: foi usado, venceu ou foi substituído. Peça outro na página de cadastro.',
    en: 'This link is no longer valid: it was used, ended or was replaced. Ask for another on the registration page.',
  },
  'password/easily-guessed': {
    status: 422,
    pt: 'Esta senha é fácil de adivinhar: é comum, é uma sequência ou repete seu nome, seu e-mail ou o nome da plataforma. Escolha outra.',
    en: 'This password is easy to guess: it is common, a sequence, or repeats your name, your e-mail or the name of the platform. Choose another.',
  },
  'session/busy': {
    status: 503,
    pt: 'Muitas pessoas estão entrando agora. Aguarde alguns segundos e tente novamente.',
    en: 'Many people are signing in right now. Wait a few seconds and try again.',
  },
  'session/unavailable': {
    status: 503,
    pt: 'Não é possível entrar nem sair agora: o banco de dados não responde. Tente novamente em instantes.',
    en: 'Signing in and out is not possible right now: the database does not answer. Try again in a moment.',
  },
} satisfies ErrorTexts;
