/** For staff signed in as a seller, and for the seller. */
export const impersonation = {
  label: 'Acesso no lugar do vendedor',
  as: (name: string) => `Você está vendo a área de ${name}, sem poder mudar nada.`,
  by: (email: string, until: string) => `Sessão de ${email}, até ${until}.`,
  end: 'Voltar à minha conta',
  title: 'Acessos da plataforma à sua conta',
  note: 'Quando a equipe da plataforma viu sua área como você a vê. Ela não muda nada nem move dinheiro.',
  who: 'Equipe da plataforma',
  began: (at: string) => `Em ${at}`,
  lasted: (minutes: number) => (minutes <= 1 ? 'por até 1 minuto' : `por ${minutes} minutos`),
  goesOn: (until: string) => `em andamento, até ${until} no máximo`,
  reason: 'Motivo',
  noneTitle: 'Nenhum acesso',
  noneText:
    'Quando alguém da equipe da plataforma vir sua área, você verá aqui quando foi e por quê.',
  more: 'Ver mais acessos',
};

export type ImpersonationTexts = typeof impersonation;
