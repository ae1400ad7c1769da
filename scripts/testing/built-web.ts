import { loadBuiltWeb, type BuiltWeb } from '#/api/pages/pages.ts';
import { webFolder } from '#/scripts/launch/built-web.ts';

/** The web as it was built last: its renderer, and the addresses that it knows. */
export const builtWeb = (): Promise<BuiltWeb> => loadBuiltWeb(webFolder);
