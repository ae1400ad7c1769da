import { loadBuiltWeb, type BuiltWeb } from '#/api/pages/pages.ts';
import { webFolder } from '#/scripts/launch/built-web.ts';

/** Loads the last build of the web: its renderer, and the paths it serves. */
export const builtWeb = (): Promise<BuiltWeb> => loadBuiltWeb(webFolder);
