import type { RenderedTemplate } from './customer.ts';
import { GraphError, invalidParameter, missingParameter } from './graph-error.ts';
import { listOf, textOf, wireOf, type Wire } from './json.ts';
import type { MediaStore } from './media.ts';
import type { Template, TemplateButton, TemplateComponent } from './templates.ts';

const BODY_LIMIT = 1024;

/**
 * Finds the template of a send, checks its parameters and renders it.
 * @throws GraphError as the provider does
 */
export function renderTemplate(
  sent: Wire,
  templates: readonly Template[],
  media: MediaStore,
): RenderedTemplate {
  const name = textOf(sent['name']);
  const language = textOf(wireOf(sent['language'])['code']);
  if (name === null) throw missingParameter('template.name');
  if (language === null) throw missingParameter('template.language.code');
  const template = find(name, language, templates);
  const given = listOf(sent['components']).map(wireOf);
  const of = (type: TemplateComponent['type']) => template.components.find((one) => one.type === type);
  const parameters = (type: string) =>
    given
      .filter((one) => textOf(one['type'])?.toLowerCase() === type)
      .flatMap((one) => listOf(one['parameters']).map(wireOf));
  const text = fill(of('BODY')?.text ?? '', parameters('body'), template, 'body');
  if (text.length > BODY_LIMIT) throw new GraphError(132005, `body: more than ${BODY_LIMIT} characters.`);
  return {
    name,
    header: renderHeader(of('HEADER'), parameters('header'), template, media),
    body: text,
    footer: of('FOOTER')?.text ?? null,
    buttons: (of('BUTTONS')?.buttons ?? []).map((button, at) => renderButton(button, at, given)),
  };
}

function find(name: string, language: string, templates: readonly Template[]): Template {
  const template = templates.find((one) => one.name === name && one.language === language);
  if (template?.status === 'PAUSED') throw new GraphError(132015, `template name (${name}) is paused.`);
  if (template?.status === 'DISABLED') throw new GraphError(132016, `template name (${name}) is disabled.`);
  if (template?.status === 'APPROVED') return template;
  throw new GraphError(132001, `template name (${name}) does not exist in ${language}`);
}

const namesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map((match) => match[1] ?? '')),
];

/** Puts the values of text parameters into a text: by name, or by position. */
function fill(text: string, parameters: readonly Wire[], template: Template, part: string): string {
  const names = namesIn(text);
  if (parameters.length !== names.length)
    throw new GraphError(
      132000,
      `${part}: number of localizable_params (${parameters.length}) does not match the expected number of params (${names.length})`,
    );
  const values = new Map<string, string>();
  parameters.forEach((parameter, at) => {
    const isNamed = template.parameter_format === 'NAMED' && part !== 'button';
    const name = isNamed ? textOf(parameter['parameter_name']) : (names[at] ?? '');
    if (name === null) throw invalidParameter('Invalid parameter', 'Parameter name is missing or empty');
    if (!names.includes(name))
      throw invalidParameter(
        'Invalid parameter',
        `${part}: there is no parameter ${name} in ${template.name}`,
      );
    if (parameter['type'] !== 'text')
      throw new GraphError(132012, `${part}: parameter ${name} must be of type text`);
    const value = textOf(parameter['text']);
    if (value === null || value.trim() === '')
      throw new GraphError(131008, `Parameter of type text is missing text value (${name})`);
    if (/[\n\t]| {5,}/.test(value))
      throw new GraphError(
        132018,
        `Param text cannot have new-line/tab characters or more than 4 consecutive spaces (${name})`,
      );
    values.set(name, value);
  });
  const missing = names.find((name) => !values.has(name));
  if (missing !== undefined)
    throw invalidParameter('Invalid parameter', `${part}: parameter ${missing} is missing`);
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_all, name: string) => values.get(name) ?? '');
}

function renderHeader(
  header: TemplateComponent | undefined,
  parameters: readonly Wire[],
  template: Template,
  media: MediaStore,
): RenderedTemplate['header'] {
  if (!header) {
    if (parameters.length > 0) throw new GraphError(132000, 'header: the template has no header');
    return null;
  }
  const format = header.format ?? 'TEXT';
  if (format === 'TEXT') {
    const text = fill(header.text ?? '', parameters, template, 'header');
    return { format, text, mediaId: null, link: null };
  }
  const kind = format.toLowerCase();
  const [parameter] = parameters;
  if (!parameter || parameters.length > 1)
    throw new GraphError(
      132012,
      `header: Format mismatch, expected ${format}, received ${parameters.length === 0 ? 'UNKNOWN' : 'several'}`,
    );
  if (parameter['type'] !== kind)
    throw new GraphError(
      132012,
      `header: Format mismatch, expected ${format}, received ${String(parameter['type'])}`,
    );
  const file = wireOf(parameter[kind]);
  const [mediaId, link] = [textOf(file['id']), textOf(file['link'])];
  if (mediaId === null && link === null) throw missingParameter(`header.parameters[0].${kind}.id`);
  if (mediaId !== null && !media.get(mediaId))
    throw invalidParameter(
      `Param template['components'][0]['parameters'][0]['${kind}']['id'] is not a valid whatsapp business account media attachment ID`,
    );
  return { format, text: textOf(file['filename']) ?? '', mediaId, link };
}

function renderButton(
  button: TemplateButton,
  at: number,
  given: readonly Wire[],
): RenderedTemplate['buttons'][number] {
  const own = given.find(
    (one) => textOf(one['type'])?.toLowerCase() === 'button' && String(one['index']) === String(at),
  );
  const [parameter] = listOf(own?.['parameters']).map(wireOf);
  const { type, text } = button;
  if (type === 'QUICK_REPLY') return { type, text, value: textOf(parameter?.['payload']) ?? text };
  if (type === 'PHONE_NUMBER') return { type, text, value: button.phone_number ?? '' };
  const url = button.url ?? '';
  const [name] = namesIn(url);
  if (name === undefined) return { type, text, value: url };
  const value = textOf(parameter?.['text']);
  if (value === null)
    throw new GraphError(131008, `buttons: Button at index ${at} of type Url requires a parameter`);
  return { type, text, value: url.replace(/\{\{\s*\w+\s*\}\}/, encodeURIComponent(value)) };
}
