/** An authenticator app. */
export const secondFactor = {
  title: 'Segundo fator',
  text: 'Além da senha, entrar e mover dinheiro pedem um código do seu celular: quem descobrir a senha não entra.',
  off: 'Está desativado. Você precisa de um aplicativo autenticador no celular, como Google Authenticator, Microsoft Authenticator ou 1Password.',
  on: (since: string) => `Ativado em ${since}.`,
  codesLeft: (count: number) =>
    count === 1 ? 'Resta 1 código de recuperação.' : `Restam ${count} códigos de recuperação.`,
  rests:
    'Ativar, trocar ou desativar encerra os outros acessos desta conta; se ela saca, os saques ficam parados por 24 horas.',
  switchOn: 'Ativar',
  another: 'Trocar de aparelho',
  newCodes: 'Gerar novos códigos',
  switchOff: 'Desativar',
  switchOffTitle: 'Desativar o segundo fator?',
  switchOffText: 'A senha sozinha volta a bastar para entrar e mover dinheiro.',
  keep: 'Manter ativado',
  isObligatory: 'O seu papel exige um segundo fator: ele não pode ser desativado.',
  setUp: {
    scan: 'Leia o QR code com o aplicativo autenticador, ou digite a chave nele.',
    qr: 'QR code da chave do segundo fator',
    key: 'Chave',
    copyKey: 'Copiar a chave',
    copied: 'Copiada',
    afterwards: 'Depois, digite o código de seis dígitos que o aplicativo mostra.',
    confirm: 'Confirmar',
  },
  code: 'Código do aplicativo',
  codeHint: 'Seis dígitos; mudam a cada 30 segundos.',
  recoveryCode: 'Código de recuperação',
  recoveryHint: 'Um dos dez códigos que você guardou. Cada um vale uma vez.',
  codeMissing: 'Informe o código.',
  useRecovery: 'Usar um código de recuperação',
  useApp: 'Usar o código do aplicativo',
  recovery: {
    title: 'Guarde estes códigos de recuperação',
    text: 'Sem o celular, cada um entra uma vez no lugar do código do aplicativo. Eles não serão mostrados de novo.',
    list: 'Códigos de recuperação',
    copy: 'Copiar',
    copied: 'Copiados.',
    download: 'Baixar',
    file: 'razao-codigos-de-recuperacao.txt',
    saved: 'Guardei os códigos',
  },
  first: {
    title: 'Proteja seu acesso',
    text: 'O seu papel move dinheiro e dá permissões: antes de continuar, ative o segundo fator.',
    start: 'Começar',
    signOut: 'Sair',
  },
  stepUp: {
    text: 'Para isto é preciso o código do seu aplicativo autenticador, de novo a cada cinco minutos. O que você digitou continua na página.',
  },
};

export type SecondFactorTexts = typeof secondFactor;
