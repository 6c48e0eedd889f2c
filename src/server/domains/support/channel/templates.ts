import { sql } from 'kysely';
import { objectsOf, type JsonObject } from '../../../../contracts/json.ts';
import type {
  MessageTemplate,
  TemplateComponent,
  TemplateComponentType,
} from '../../../../contracts/support.ts';
import type { TenantTransaction } from '../../../db/tables.ts';
import { objectOf, textOf } from '../whatsapp/read-json.ts';

/** A template as the provider describes it. */
export interface StoredTemplate {
  name: string;
  language: string;
  status: string;
  category: string;
  parameterFormat: string;
  components: JsonObject[];
}

type Parameter = TemplateComponent['params'][number];

const placeholder = /\{\{\s*([A-Za-z0-9_]+)\s*\}\}/g;

/** The parameters of a text in their order, with the examples of the provider. */
function parametersOf(text: string, example: JsonObject): Parameter[] {
  const named = objectsOf(example['body_text_named_params'] ?? example['header_text_named_params']);
  const rows = example['body_text'] ?? example['header_text'];
  const first = Array.isArray(rows) && Array.isArray(rows[0]) ? rows[0] : Array.isArray(rows) ? rows : [];
  const names = [...new Set([...text.matchAll(placeholder)].map(([, name = '']) => name))];
  return names.map((name) => ({
    param_name: name,
    example:
      textOf(named.find((one) => textOf(one['param_name']) === name)?.['example']) ||
      textOf(first[Number(name) - 1]),
  }));
}

function buttonsOf(component: JsonObject): NonNullable<TemplateComponent['buttons']> {
  return objectsOf(component['buttons']).map((button) => {
    const url = textOf(button['url']);
    const example = button['example'];
    return {
      type: textOf(button['type']),
      text: textOf(button['text']),
      ...(url === '' ? {} : { url }),
      params: [...url.matchAll(placeholder)].map(([, name = '']) => ({
        param_name: name,
        example: textOf(Array.isArray(example) ? example[0] : example),
      })),
    };
  });
}

const types: readonly string[] = ['HEADER', 'BODY', 'FOOTER', 'BUTTONS'];

function componentOf(component: JsonObject): TemplateComponent[] {
  const type = textOf(component['type']).toUpperCase();
  if (!types.includes(type)) return [];
  const text = textOf(component['text']);
  const format = textOf(component['format']);
  return [
    {
      type: type as TemplateComponentType,
      ...(format === '' ? {} : { format }),
      ...(text === '' ? {} : { text }),
      params: parametersOf(text, objectOf(component['example'])),
      ...(type === 'BUTTONS' ? { buttons: buttonsOf(component) } : {}),
    },
  ];
}

/** A template on the wire: with the parameters that its texts need. */
export const toTemplate = ({ components, ...template }: StoredTemplate): MessageTemplate => ({
  ...template,
  components: components.flatMap(componentOf),
});

/** Replaces parameters of a text by values. */
export const fillIn = (text: string, values: ReadonlyMap<string, string>): string =>
  text.replaceAll(placeholder, (whole, name: string) => values.get(name) ?? whole);

/** The templates of a channel as they were read last, by name. Only approved ones unless all are asked for. */
export async function listTemplates(
  db: TenantTransaction,
  channelId: number,
  only?: { name: string; language: string },
): Promise<StoredTemplate[]> {
  const { rows } = await sql<StoredTemplate>`
    select name, language, status, category, components, parameter_format as "parameterFormat" from support_template
    where channel_id = ${channelId} and (${only?.name ?? null}::text is null or (name = ${only?.name ?? null} and language = ${only?.language ?? null}))
    order by name, language`.execute(db);
  return rows;
}
