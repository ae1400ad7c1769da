import { createContext } from 'react';

/** Whose mails a page shows: those of a platform, or those to masters and their administrators' invitations. */
export const MailArea = createContext<'admin' | 'master'>('admin');
