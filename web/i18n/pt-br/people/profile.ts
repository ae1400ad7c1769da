export const profile = {
  access: {
    title: 'Acesso à conta',
    text: 'Senha, e-mail, segundo fator e onde a conta está aberta.',
  },
  notices: {
    title: 'Avisos por e-mail',
    text: 'O que chega ao e-mail com que você entra.',
    security: 'Segurança da conta',
    securityHint:
      'Acessos, senha, e-mail, segundo fator e chaves PIX. Sempre enviados: não podem ser desligados.',
    kinds: { WITHDRAWALS: 'Saques', DOCUMENTS: 'Documentos' },
    hints: {
      WITHDRAWALS: 'Quando um saque é pago, recusado ou devolvido.',
      DOCUMENTS: 'Quando um documento é recusado, e por quê.',
    },
    save: 'Salvar avisos',
    saved: 'Avisos salvos',
  },
  look: {
    title: 'Idioma e tema',
    text: 'Valem em qualquer navegador em que você entrar; o idioma, também nos e-mails.',
  },
};

export type ProfileTexts = typeof profile;
