import type { Person } from '#/web/e2e/stage.ts';

export const address = {
  CEP: '01310-100',
  Rua: 'Avenida Paulista',
  Número: '1000',
  Bairro: 'Bela Vista',
  Cidade: 'São Paulo',
  Estado: 'São Paulo',
};

/** Texts that every seller types, by group and field. */
export const ofEverySeller = {
  Contato: { 'Telefone com DDD': '11987654321' },
  Endereço: address,
  'Conta bancária': {
    'Banco (código)': '341',
    Agência: '1234',
    Conta: '123456',
    'Dígito da conta': '7',
  },
  Atividade: {
    'Renda ou faturamento mensal': '50.000,00',
    'O que você vende': 'Cursos e livros',
  },
};

/** @param groups texts by the name of their group and field */
export const fillDetails = async (
  { page }: Person,
  groups: Readonly<Record<string, Readonly<Record<string, string>>>>,
): Promise<void> => {
  for (const [group, texts] of Object.entries(groups)) {
    const fields = page.getByRole('group', { name: group, exact: true });
    for (const [label, text] of Object.entries(texts)) {
      const field = fields.getByLabel(label, { exact: true });
      if (label === 'Estado') {
        await field.click();
        await page.getByRole('option', { name: text }).click();
      } else await field.fill(text);
    }
  }
};
