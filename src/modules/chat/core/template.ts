import type { MessageTemplate, TemplateComponent, TemplateMessage } from '../../../contracts/support.ts';

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

/** A text of a template with what has been filled in so far. */
export const filled = (
  text: string,
  part: 'header' | 'body',
  values: Readonly<Record<string, string>>,
): string =>
  text.replaceAll(placeholder, (whole, name: string) => values[`${part} ${name}`]?.trim() || whole);

/** Whether a template can be sent: every field is filled (specification 2, section 5). */
export const isComplete = (template: MessageTemplate, values: Readonly<Record<string, string>>): boolean =>
  fieldsOf(template).every(({ key }) => (values[key] ?? '').trim() !== '');

/** The body of the call that sends a template. */
export function messageOf(
  template: MessageTemplate,
  values: Readonly<Record<string, string>>,
  to: string,
  clientId: string,
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
  for (const { key, index } of fields.filter(({ part }) => part === 'button'))
    components.push({
      type: 'button',
      sub_type: 'url',
      index: String(index),
      parameters: [{ type: 'text', text: values[key]!.trim() }],
    });
  return { to, name: template.name, language: template.language, components, clientId };
}
