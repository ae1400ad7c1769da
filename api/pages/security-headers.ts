import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { REPORTS_PATH } from './csp-reports.ts';

/**
 * Powers of browsers that our pages have no use for; those that we use (the clipboard) answer us alone. Of names that some
 * browsers do not know (`bluetooth`, `web-share`) they complain on the console of every page, so those are left out.
 */
const PERMISSIONS = [
  ...[
    'accelerometer',
    'autoplay',
    'browsing-topics',
    'camera',
    'clipboard-read',
    'display-capture',
    'encrypted-media',
    'fullscreen',
    'gamepad',
    'geolocation',
    'gyroscope',
    'hid',
    'identity-credentials-get',
    'idle-detection',
    'local-fonts',
    'magnetometer',
    'microphone',
    'midi',
    'otp-credentials',
    'payment',
    'picture-in-picture',
    'publickey-credentials-create',
    'publickey-credentials-get',
    'screen-wake-lock',
    'serial',
    'storage-access',
    'usb',
    'window-management',
    'xr-spatial-tracking',
  ].map((feature) => `${feature}=()`),
  'clipboard-write=(self)',
].join(', ');

const nonceOf = (response: ServerResponse): string =>
  'locals' in response && typeof response.locals === 'object' && response.locals !== null
    ? `'nonce-${String('cspNonce' in response.locals ? response.locals.cspNonce : '')}'`
    : `'none'`;

interface Sources {
  readonly publicUrl: string;
  /** Other places the pages may send to: providers' browser tokenisers. */
  readonly connectSources: readonly string[];
  /** Origins of the storage, when it is not ours: files are sent there, and images come from there. */
  readonly storageOrigins: readonly string[];
}

/**
 * What browsers are told with every answer, errors included. Pages may run only our own scripts, or an inline one with this
 * answer's nonce: `response.locals.cspNonce`, which server-rendered pages put on their tags. Style attributes stay open,
 * because sellers choose colours. Images are ours or our storage's: one of another site would tell that site who buys what.
 * Of where a page was, other requests learn the origin alone: addresses of a checkout may carry what a buyer is called.
 */
export const securityHeaders = (sources: Sources): readonly RequestHandler[] => {
  const { publicUrl, connectSources, storageOrigins } = sources;
  const secure = publicUrl.startsWith('https:');
  const withNonce = (_request: unknown, response: ServerResponse) => nonceOf(response);
  return [
    (_request, response, next) => {
      response.locals.cspNonce = randomBytes(16).toString('base64');
      response.set({
        'Permissions-Policy': PERMISSIONS,
        'Reporting-Endpoints': `csp="${REPORTS_PATH}"`,
      });
      next();
    },
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: [`'self'`],
          baseUri: [`'none'`],
          objectSrc: [`'none'`],
          frameAncestors: [`'none'`],
          formAction: [`'self'`],
          scriptSrc: [`'self'`, withNonce],
          styleSrc: [`'self'`, withNonce],
          styleSrcAttr: [`'unsafe-inline'`],
          imgSrc: [`'self'`, 'data:', ...storageOrigins],
          connectSrc: [`'self'`, ...connectSources, ...storageOrigins],
          // Browsers that know `report-to` leave `report-uri` aside.
          reportUri: [REPORTS_PATH],
          reportTo: ['csp'],
          ...(secure && { upgradeInsecureRequests: [] }),
        },
      },
      strictTransportSecurity: secure,
      crossOriginEmbedderPolicy: false,
      referrerPolicy: { policy: 'strict-origin' },
    }),
  ];
};
