/** Stands for a platform's id in what belongs to no platform. No platform may have it. */
export const INSTALLATION_ID = 'installation';
