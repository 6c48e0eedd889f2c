import type { Json, JsonObject } from '../../../../contracts/json.ts';
import {
  headerKinds,
  isParameterText,
  type HeaderKind,
  type MessageTemplate,
  type TemplateComponent,
  type TemplateMessage,
} from '../../../../contracts/support.ts';
import { invalid, type KeyedError } from '../../../kernel/errors.ts';
import { fillIn } from './templates.ts';

type Given = TemplateMessage['components'][number];

/** The values that a call gives to the parameters of a component, by name or in their order. */
function valuesOf(
  component: Pick<TemplateComponent, 'params'>,
  given: Given | undefined,
): Map<string, string> {
  const texts = (given?.parameters ?? []).filter(({ type }) => type === 'text');
  return new Map(
    component.params.map(({ param_name: name }, at) => {
      const named = texts.find((one) => one.parameter_name === name);
      const positional = texts.every((one) => one.parameter_name === undefined) ? texts[at] : undefined;
      return [name, (named ?? positional)?.text?.trim() ?? ''];
    }),
  );
}

const missing = (values: ReadonlyMap<string, string>): KeyedError[] =>
  [...values].flatMap(([name, value]) =>
    value === '' ? [{ path: '/components', key: 'errors.support.parameter', params: { name } }] : [],
  );

/** Values that the provider would refuse, with the whole message. */
const refused = (given: readonly Given[]): KeyedError[] =>
  given.flatMap((component, at) =>
    component.parameters.flatMap(({ text = '', parameter_name: name }, paramAt) =>
      isParameterText(text)
        ? []
        : [
            {
              path: `/components/${at}/parameters/${paramAt}/text`,
              key: 'errors.support.parameterText',
              params: { name: name ?? String(paramAt + 1) },
            },
          ],
    ),
  );

const parameters = (values: ReadonlyMap<string, string>, isNamed: boolean): Json[] =>
  [...values].map(([name, text]) => ({
    type: 'text',
    text,
    ...(isNamed ? { parameter_name: name } : {}),
  }));

export interface RenderedTemplate {
  /** Text of the body. */
  content: string;
  /** Kept with the message: what it showed, and what the provider is sent. */
  details: JsonObject;
  /** The file of the header. */
  file: { kind: HeaderKind; id: number } | null;
}

/**
 * Fills a template in: every parameter of header, body and buttons needs a value.
 * @throws AppError VALIDATION_FAILED naming the parameters without one, and those whose value the provider refuses
 */
export function renderTemplate(template: MessageTemplate, given: readonly Given[]): RenderedTemplate {
  const isNamed = template.parameterFormat === 'NAMED';
  const find = (type: string) => template.components.find((one) => one.type === type);
  const [header, body, footer, buttons] = ['HEADER', 'BODY', 'FOOTER', 'BUTTONS'].map(find);
  const components: JsonObject[] = [];
  const errors = refused(given);
  let file: RenderedTemplate['file'] = null;

  const givenHeader = given.find(({ type }) => type === 'header');
  const headerValues = valuesOf(header ?? { params: [] }, givenHeader);
  errors.push(...missing(headerValues));
  const kind = headerKinds[header?.format as keyof typeof headerKinds] as HeaderKind | undefined;
  if (kind) {
    const id = givenHeader?.parameters.find((one) => one[kind])?.[kind]?.fileId;
    if (id === undefined) errors.push({ path: '/components', key: `errors.support.headerFile.${kind}` });
    else file = { kind, id };
    components.push({ type: 'header', parameters: [{ type: kind }] });
  } else if (headerValues.size > 0)
    components.push({ type: 'header', parameters: parameters(headerValues, isNamed) });

  const bodyValues = valuesOf(
    body ?? { params: [] },
    given.find(({ type }) => type === 'body'),
  );
  errors.push(...missing(bodyValues));
  if (bodyValues.size > 0) components.push({ type: 'body', parameters: parameters(bodyValues, isNamed) });

  for (const [at, button] of (buttons?.buttons ?? []).entries()) {
    if (button.params.length === 0) continue;
    const values = valuesOf(
      button,
      given.find(({ type, index }) => type === 'button' && Number(index) === at),
    );
    errors.push(...missing(values));
    components.push({
      type: 'button',
      sub_type: button.type.toLowerCase(),
      index: String(at),
      parameters: parameters(values, false),
    });
  }
  if (errors.length > 0) throw invalid(errors);
  return {
    content: fillIn(body?.text ?? '', bodyValues),
    details: {
      name: template.name,
      language: template.language,
      ...(header?.text === undefined ? {} : { header: fillIn(header.text, headerValues) }),
      ...(footer?.text === undefined ? {} : { footer: footer.text }),
      ...(buttons?.buttons ? { buttons: buttons.buttons.map(({ type, text }) => ({ type, text })) } : {}),
      components,
    },
    file,
  };
}
