import {
  headerKinds,
  isParameterText,
  type Chat,
  type HeaderKind,
  type MessageTemplate,
  type TemplateComponent,
  type TemplateMessage,
} from '../../../contracts/support.ts';

/** A field of a template that an agent fills in. */
export interface TemplateField {
  /** Of the form's values. */
  key: string;
  part: 'header' | 'body' | 'button';
  /** Of a button: its place. */
  index: number;
  name: string;
  example: string;
}

const placeholder = /\{\{\s*([A-Za-z0-9_]+)\s*\}\}/g;

const partOf = ({ type }: TemplateComponent) => (type === 'HEADER' ? 'header' : 'body');

/** The fields of a template in their order: header, body, buttons. */
export function fieldsOf({ components }: MessageTemplate): TemplateField[] {
  return components.flatMap((component): TemplateField[] => {
    if (component.type === 'BUTTONS')
      return (component.buttons ?? []).flatMap(({ params }, index) =>
        params.map(({ param_name: name, example }) => ({
          key: `button ${index} ${name}`,
          part: 'button',
          index,
          name,
          example,
        })),
      );
    const part = partOf(component);
    return component.params.map(({ param_name: name, example }) => ({
      key: `${part} ${name}`,
      part,
      index: 0,
      name,
      example,
    }));
  });
}

/** The kind of file that the header of a template needs; null for none. */
export function headerKindOf({ components }: MessageTemplate): HeaderKind | null {
  const header = components.find(({ type }) => type === 'HEADER');
  return headerKinds[header?.format as keyof typeof headerKinds] ?? null;
}

/** Whether the page has fields for all that a template needs: it has none for a place. */
export const isSendable = (template: MessageTemplate): boolean =>
  template.components.every(
    ({ type, format = 'TEXT' }) => type !== 'HEADER' || format === 'TEXT' || headerKindOf(template) !== null,
  );

/** Names of parameters for what the chat knows, in the languages of templates. */
const known: Readonly<Record<'customer' | 'agent' | 'company', readonly string[]>> = {
  customer: [
    'name',
    'nome',
    'nombre',
    'firstname',
    'primeironome',
    'customername',
    'nomecliente',
    'cliente',
    'customer',
  ],
  agent: ['atendente', 'agente', 'agent', 'agentname', 'nomeatendente'],
  company: ['empresa', 'company', 'companyname', 'nomeempresa'],
};

/** Values that the chat knows of a template's fields; an agent can change them. */
export function prefilled(
  template: MessageTemplate,
  { contact, companyName }: Pick<Chat, 'contact' | 'companyName'>,
  agent: string,
): Record<string, string> {
  // A number, or what the customer calls itself, is no name to greet somebody by.
  const values = { customer: contact?.name.trim().split(/\s+/)[0] ?? '', agent, company: companyName };
  return Object.fromEntries(
    fieldsOf(template).flatMap(({ key, name, part }) => {
      const plain = name.toLowerCase().replaceAll(/[^a-z]/g, '');
      const found =
        part !== 'button' &&
        (Object.keys(known) as (keyof typeof known)[]).find((one) => known[one].includes(plain));
      return found && values[found] !== '' ? [[key, values[found]]] : [];
    }),
  );
}

/** Name of a parameter as people read it; empty for one that is only a number. */
export function readableName(name: string): string {
  if (/^\d+$/.test(name)) return '';
  const words = name
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A text of a template with what has been filled in so far. */
export const fillText = (
  text: string,
  part: 'header' | 'body',
  values: Readonly<Record<string, string>>,
): string =>
  text.replaceAll(placeholder, (whole, name: string) => values[`${part} ${name}`]?.trim() || whole);

/** Whether a template can be sent: every field is filled (specification 2, section 5). */
export const isComplete = (template: MessageTemplate, values: Readonly<Record<string, string>>): boolean =>
  fieldsOf(template).every(({ key }) => (values[key] ?? '').trim() !== '');

/** Whether the provider takes what the fields hold. */
export const isPlain = (template: MessageTemplate, values: Readonly<Record<string, string>>): boolean =>
  fieldsOf(template).every(({ key }) => isParameterText(values[key] ?? ''));

/** The body of the call that sends a template. */
export function messageOf(
  template: MessageTemplate,
  values: Readonly<Record<string, string>>,
  to: string,
  clientId: string,
  fileId: number | null = null,
): TemplateMessage {
  const isNamed = template.parameterFormat === 'NAMED';
  const fields = fieldsOf(template);
  const parameters = (part: 'header' | 'body') =>
    fields
      .filter((field) => field.part === part)
      .map(({ key, name }) => ({
        type: 'text',
        text: values[key]!.trim(),
        ...(isNamed ? { parameter_name: name } : {}),
      }));
  const components: TemplateMessage['components'] = (['header', 'body'] as const).flatMap((type) => {
    const own = parameters(type);
    return own.length === 0 ? [] : [{ type, parameters: own }];
  });
  const kind = headerKindOf(template);
  if (kind !== null && fileId !== null)
    components.unshift({ type: 'header', parameters: [{ type: kind, [kind]: { fileId } }] });
  for (const { key, index } of fields.filter(({ part }) => part === 'button'))
    components.push({
      type: 'button',
      sub_type: 'url',
      index: String(index),
      parameters: [{ type: 'text', text: values[key]!.trim() }],
    });
  return { to, name: template.name, language: template.language, components, clientId };
}
