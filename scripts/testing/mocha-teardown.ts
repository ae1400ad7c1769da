/** Required by every mocha run (package.json): what the tests started together, they leave together. */
export { leaveCluster as mochaGlobalTeardown } from '#/scripts/testing/postgres.ts';
