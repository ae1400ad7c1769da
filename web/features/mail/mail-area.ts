import { createContext } from 'react';

/** Which mails a page shows. `admin`: those of a platform; `master`: those to masters, and the invitations of administrators. */
export const MailArea = createContext<'admin' | 'master'>('admin');
