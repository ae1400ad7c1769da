import type { ServicesTexts } from '#/web/i18n/pt-br/outside-services.ts';

export const services: ServicesTexts = {
  title: 'Other services',
  note: 'What the installation uses besides acquirers and mail. Who runs it chooses them; here you see whether they answer.',
  storage: 'Files',
  kinds: { folder: 'Folder of the server', s3: 'S3 service' },
  testStorage: 'Test files',
  storageOutcomes: {
    answered: 'A file was stored, read and removed',
    damaged:
      'The file that was read is not the one that was stored: call who runs the installation.',
    unavailable: 'Nothing could be stored: call who runs the installation.',
  },
  postalCode: 'CEP',
  cep: 'CEP for the test',
  testPostalCode: 'Look up CEP',
  notCep: 'A CEP has 8 digits.',
  unknown: 'The service answers, and does not know this CEP.',
  unavailable: 'The service did not answer. At the checkout, buyers type their address.',
  working: (at) => `answered at ${at}`,
  failing: (at) => `failed at ${at}`,
  unused: 'not used yet since the server started',
  took: (text, milliseconds) => `${text} in ${milliseconds} ms`,
};
