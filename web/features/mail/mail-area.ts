import { createContext } from 'react';

/** `admin`: a platform's mails; `master`: those to masters, and administrators' invitations. */
export const MailArea = createContext<'admin' | 'master'>('admin');
