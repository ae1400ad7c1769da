import { loadBuiltWeb, type BuiltWeb } from '#/api/pages/pages.ts';
import { webFolder } from '#/scripts/launch/built-web.ts';

/** Loads the last build. */
export const builtWeb = (): Promise<BuiltWeb> => loadBuiltWeb(webFolder);
