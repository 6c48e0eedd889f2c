import { sql } from 'kysely';
import { allows } from '../../../../contracts/access.ts';
import { modules, specialPermissions } from '../../../../contracts/permissions.ts';
import type { Context } from '../../../kernel/contract.ts';
import { resolveText } from '../../../kernel/texts.ts';
import { moduleReplyOf } from './access-group-rows.ts';

/** The modules with their special permissions, each with the active groups that allow it. */
export async function readModules({ db, lang, caller }: Context) {
  const { rows } = await sql<{ permission: string | null; id: number; nomeGrupo: string }>`
    select x.permission, g.id, g.name::text as "nomeGrupo"
    from access_group g
    left join access_group_special x on x.tenant_id = g.tenant_id and x.group_id = g.id and x.allow
    where g.is_active and (g.all_screens or x.permission is not null)
    order by g.name, g.id`.execute(db);
  const administrators = rows.filter(({ permission }) => permission === null);
  return modules.map(({ key }) => ({
    ...moduleReplyOf(key, lang),
    specialPermissions: specialPermissions
      .filter((one) => one.module === key)
      .map(({ id, permission, description }) => ({
        id,
        permission,
        description: resolveText(lang, description),
        module: moduleReplyOf(key, lang),
        accessGroups: [...administrators, ...rows.filter((row) => row.permission === permission)].map(
          (group) => ({ id: Number(group.id), nomeGrupo: group.nomeGrupo }),
        ),
        flgAllow: allows(caller.grants, { special: permission }),
      })),
  }));
}
