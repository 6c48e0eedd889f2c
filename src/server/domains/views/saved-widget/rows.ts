import { sql } from 'kysely';
import type { JsonObject } from '../../../../contracts/json.ts';
import type { Language } from '../../../../contracts/language.ts';
import { contentName, type PaletteWidget, type SavedWidgetRow } from '../../../../contracts/saved-widget.ts';
import type { TenantTransaction } from '../../../kernel/database.ts';
import { selectPublished, type DocumentRows, type StoredDocument } from '../../definitions/index.ts';
import { fieldsOf, idOfTitle, sizeOf } from './document.ts';

type StoredWidget = StoredDocument & Pick<SavedWidgetRow, 'uses'>;

/** Documents that name the widget, each once, whether in its draft or as published. */
const usesOf = sql`
  select count(distinct (o.kind, o.id))::int as uses from definition o
  join definition_version ov on ov.tenant_id = o.tenant_id and ov.kind = o.kind and ov.id = o.id
    and (ov.version = o.draft_version or ov.version = o.published_version)
  where position('"use":"' || ${contentName({ kind: 'widget', id: '' })} || m.id || '"' in ov.document) > 0`;

/** Rows of saved widgets. */
export const widgetRows: DocumentRows<SavedWidgetRow, StoredWidget> = {
  kind: 'widget',
  columns: sql`, n.uses`,
  joins: sql`left join lateral (${usesOf}) n on true`,
  unique: sql`m.id`,
  fields: ({ id, uses }, document, lang) => ({ id, ...fieldsOf(document, lang), uses }),
};

/** The published widgets, by title: what a view can show. */
export async function paletteWidgets({
  db,
  lang,
}: {
  db: TenantTransaction;
  lang: Language;
}): Promise<PaletteWidget[]> {
  const rows = await selectPublished(db)
    .where('d.kind', '=', 'widget')
    .where('v.document', 'is not', null)
    .select(['d.id', 'v.document'])
    .execute();
  const collator = new Intl.Collator(lang);
  return rows
    .map(({ id, document: text }) => {
      const document = JSON.parse(text!) as JsonObject;
      return { id, ...fieldsOf(document, lang), size: sizeOf(document) };
    })
    .sort((one, other) => collator.compare(one.title, other.title));
}

/** An identifier that no widget has or had: that of the title, with the next number behind it when it is taken. */
export async function freeWidgetId(db: TenantTransaction, named: string): Promise<string> {
  const stem = idOfTitle(named);
  const rows = await db
    .selectFrom('definition')
    .where('kind', '=', 'widget')
    .where('id', 'like', `${stem}%`)
    .select('id')
    .execute();
  const taken = new Set(rows.map(({ id }) => id));
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? stem : `${stem}-${number}`;
    if (!taken.has(id)) return id;
  }
}
