import type { MasterCaller } from '#/api/auth/caller.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import type { Master } from '#/api/contract/master.ts';
import { readFresh } from '#/api/reads/freshness.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { master } from '#/domain/master/master.ts';
import { INSTALLATION_ID } from '#/domain/platform/installation.ts';
import { listLastSignIns } from '#/projections/access-trail.ts';

/** Lists all masters in one page, blocked ones too, oldest first. */
export const listMasters = async (
  services: Services,
  caller: MasterCaller,
  { after }: ParsedInputOf<'master.listMasters'>,
): Promise<OutputOf<'master.listMasters'>> => {
  const { core, sessions } = services;
  const all = await sessions.memberships.masters();
  const ids = all.map(({ personId }) => personId);
  const { value: signIns, position } = await readFresh(
    services,
    ['access-trail'],
    after,
    (reader) =>
      listLastSignIns(
        reader,
        'master',
        ids.map((personId) => ({ platformId: INSTALLATION_ID, personId })),
      ),
  );
  const states = await Promise.all(
    ids.map(async (id) => (await core.handler.load(master, streamOf('master', id))).state),
  );
  const items = all.flatMap(({ personId: masterId, email, name, joinedAt }, index): Master[] => {
    const state = states[index];
    if (state === undefined || state.status === 'ABSENT') return [];
    return [
      {
        masterId,
        email,
        name,
        status: state.status === 'ACTIVE' ? 'ACTIVE' : 'BLOCKED',
        joinedAt,
        signedInAt: signIns.get(masterId) ?? null,
        changedAt: state.changedAt,
        revision: state.revision,
        isOneself: email === caller.email,
      },
    ];
  });
  return { items, position };
};
