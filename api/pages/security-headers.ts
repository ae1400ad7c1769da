import type { ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { thisMachine } from '#/ledger/machine.ts';
import { REPORTS_PATH } from './csp-reports.ts';

/** Denies the features that our pages do not use. Only features that browsers know: they would log a warning about others. */
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

interface Sources {
  readonly publicUrl: string;
  /** Origins of providers' browser tokenisers. */
  readonly connectSources: readonly string[];
  /** Origins of an external file storage. */
  readonly storageOrigins: readonly string[];
}

/** Pages run only our own scripts and styles; style attributes are allowed, because sellers choose colours. */
const createDirectives = ({ publicUrl, connectSources, storageOrigins }: Sources) => ({
  defaultSrc: [`'self'`],
  baseUri: [`'none'`],
  objectSrc: [`'none'`],
  frameAncestors: [`'none'`],
  formAction: [`'self'`],
  scriptSrc: [`'self'`],
  styleSrc: [`'self'`],
  styleSrcAttr: [`'unsafe-inline'`],
  imgSrc: [`'self'`, 'data:', ...storageOrigins],
  connectSrc: [`'self'`, ...connectSources, ...storageOrigins],
  // Browsers that support `report-to` ignore `report-uri`.
  reportUri: [REPORTS_PATH],
  reportTo: ['csp'],
  ...(publicUrl.startsWith('https:') && { upgradeInsecureRequests: [] }),
});

/**
 * Images come only from our server and storage: another site would learn who buys what. `Referer` has only the origin, because a checkout's
 * URL may have the buyer's name.
 */
export const securityHeaders = (sources: Sources): readonly RequestHandler[] => [
  (_request, response, next) => {
    response.set({
      'Permissions-Policy': PERMISSIONS,
      'Reporting-Endpoints': `csp="${REPORTS_PATH}"`,
    });
    next();
  },
  helmet({
    contentSecurityPolicy: { useDefaults: false, directives: createDirectives(sources) },
    strictTransportSecurity: sources.publicUrl.startsWith('https:'),
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin' },
  }),
];

const nonceOf = (_request: unknown, response: ServerResponse): string =>
  'locals' in response && typeof response.locals === 'object' && response.locals !== null
    ? `'nonce-${String('cspNonce' in response.locals ? response.locals.cspNonce : '')}'`
    : `'none'`;

/** Allows the inline scripts and styles of a page that carry its nonce, `response.locals.cspNonce`. */
export const pageNonce = (sources: Sources): readonly RequestHandler[] => {
  const { scriptSrc, styleSrc, ...others } = createDirectives(sources);
  return [
    (_request, response, next) => {
      response.locals.cspNonce = thisMachine.bytes(16).toString('base64');
      next();
    },
    helmet.contentSecurityPolicy({
      useDefaults: false,
      directives: {
        ...others,
        scriptSrc: [...scriptSrc, nonceOf],
        styleSrc: [...styleSrc, nonceOf],
      },
    }),
  ];
};
