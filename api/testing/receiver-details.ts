import type { ReceiverDetails } from '#/api/contract/receivers.ts';

export const receiverDetails: ReceiverDetails = {
  phone: '11912345678',
  address: {
    zipCode: '01310100',
    address: 'Avenida Paulista',
    number: '1000',
    district: 'Bela Vista',
    city: 'São Paulo',
    state: 'SP',
  },
  bankAccount: {
    bankCode: '341',
    branchNumber: '1234',
    branchDigit: '',
    accountNumber: '123456',
    accountDigit: '7',
    accountType: 'CHECKING',
  },
  monthlyRevenue: 500_000,
  description: 'Cursos',
  person: { birthdate: '1980-01-31', occupation: 'Professor' },
};
