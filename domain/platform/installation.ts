/** Stands for a platform's id in what belongs to no platform, such as masters. No platform may have this id. */
export const INSTALLATION_ID = 'installation';
