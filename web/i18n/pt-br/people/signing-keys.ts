export const signingKeys = {
  title: 'Assinatura dos saques',
  note: 'Com a chave pública qualquer pessoa confere, sem acesso ao sistema, que a plataforma assinou um saque.',
  none: 'Nenhuma chave ainda',
  noneText: 'A plataforma recebe a sua chave no primeiro saque.',
  current: 'Chave pública atual',
  currentNote: 'Ed25519, em hexadecimal. A chave privada não sai do sistema.',
  former: 'Chaves anteriores',
  formerNote: 'Da última à primeira. Não assinam mais nada; conferem o que foi assinado com elas.',
  copyCurrent: 'a chave pública atual',
  /** 1 = the key before the current one. */
  copyFormer: (nth: number) => `a chave anterior ${nth}`,
  rotate: {
    button: 'Substituir chave',
    title: (name: string) => `Substituir a chave de ${name}?`,
    text: 'Substitua a chave se a privada puder ter sido vista por alguém, ou quando as regras da empresa pedirem.',
    what: 'Chave que será substituída',
    follows: [
      'Os saques são assinados com uma chave nova de agora em diante. Não há como voltar à anterior.',
      'O que já foi assinado continua válido e se confere com a chave anterior.',
      'Quem confere os saques, como a auditoria, precisa da nova chave pública: copie-a daqui e envie.',
    ],
    submit: 'Substituir chave',
    done: 'Chave substituída',
    meanwhile:
      'A chave foi substituída enquanto você decidia. Veja acima qual é a atual e decida de novo.',
  },
};

export type SigningKeysTexts = typeof signingKeys;
