import { pluralIn } from '#/web/i18n/plural.ts';

const plural = pluralIn('pt-BR');

export const downloadTexts = {
  format: 'CSV para Excel em português: ponto e vírgula, vírgula decimal, dd/MM/aaaa.',
  lines: (count: number) => plural(count, 'linha', 'linhas'),
  counting: 'Contando linhas…',
  start: 'Baixar CSV',
  cancel: 'Cancelar download',
  progress: 'Progresso do download',
  received: (lines: string, total: string, bytes: string) =>
    `${lines} de ${total} linhas · ${bytes}`,
  done: (file: string, lines: string) => `${file}: ${lines} linhas salvas.`,
  canceled: 'Download cancelado. Nada foi salvo.',
  failed: 'O download foi interrompido. Nada foi salvo.',
};

export type DownloadTexts = typeof downloadTexts;
