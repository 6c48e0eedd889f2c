import { describe, expect, it } from 'vitest';
import { toTemplate, type StoredTemplate } from './templates.ts';
import { renderTemplate } from './template-message.ts';

const stored: StoredTemplate = {
  name: 'aviso_atraso_entrega',
  language: 'pt_BR',
  status: 'APPROVED',
  category: 'UTILITY',
  parameterFormat: 'NAMED',
  components: [
    {
      type: 'HEADER',
      format: 'TEXT',
      text: 'Pedido {{pedido}}',
      example: { header_text_named_params: [{ param_name: 'pedido', example: 'PV-1' }] },
    },
    {
      type: 'BODY',
      text: 'Olá, {{nome}}. Nova data: {{data}}.',
      example: {
        body_text_named_params: [
          { param_name: 'nome', example: 'Ana' },
          { param_name: 'data', example: '20/11' },
        ],
      },
    },
    { type: 'FOOTER', text: 'Acme' },
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'QUICK_REPLY', text: 'Ok' },
        { type: 'URL', text: 'Ver', url: 'https://a.example/{{1}}', example: ['x'] },
      ],
    },
    { type: 'CAROUSEL' },
  ],
};
const text = (parameter_name: string, value: string) => ({ type: 'text', parameter_name, text: value });

describe('a template', () => {
  it('names the parameters of its parts, with their examples', () => {
    const { components } = toTemplate(stored);
    expect(
      components.map(({ type, params }) => [
        type,
        params.map(({ param_name, example }) => `${param_name}=${example}`),
      ]),
    ).toEqual([
      ['HEADER', ['pedido=PV-1']],
      ['BODY', ['nome=Ana', 'data=20/11']],
      ['FOOTER', []],
      ['BUTTONS', []],
    ]);
    expect(components[3]?.buttons?.[1]?.params).toEqual([{ param_name: '1', example: 'x' }]);
  });

  it('is filled in, and sent as the provider wants it', () => {
    const { content, details } = renderTemplate(toTemplate(stored), [
      { type: 'header', parameters: [text('pedido', 'PV-9')] },
      { type: 'body', parameters: [text('data', '21/11'), text('nome', 'Bia')] },
      { type: 'button', sub_type: 'url', index: '1', parameters: [{ type: 'text', text: 'pv9' }] },
    ]);
    expect(content).toBe('Olá, Bia. Nova data: 21/11.');
    expect(details).toMatchObject({ header: 'Pedido PV-9', footer: 'Acme' });
    expect(details['components']).toEqual([
      { type: 'header', parameters: [{ type: 'text', text: 'PV-9', parameter_name: 'pedido' }] },
      {
        type: 'body',
        parameters: [
          { type: 'text', text: 'Bia', parameter_name: 'nome' },
          { type: 'text', text: '21/11', parameter_name: 'data' },
        ],
      },
      { type: 'button', sub_type: 'url', index: '1', parameters: [{ type: 'text', text: 'pv9' }] },
    ]);
  });

  it('is refused with the names of parameters without a value', () => {
    const broken = () =>
      renderTemplate(toTemplate(stored), [{ type: 'body', parameters: [text('nome', '  ')] }]);
    expect(broken).toThrow(
      expect.objectContaining({
        options: {
          errors: ['pedido', 'nome', 'data', '1'].map((name) =>
            expect.objectContaining({ params: { name } }),
          ),
        },
      }),
    );
  });

  it.each([
    ['a line break', 'Rua A\nBairro B'],
    ['a carriage return', 'Rua A\rBairro B'],
    ['a tab', 'Rua A\tBairro B'],
    ['five spaces', 'Rua A     Bairro B'],
  ])('is refused with a value that the provider refuses, which has %s', (_name, value) => {
    const broken = () =>
      renderTemplate(toTemplate(stored), [
        { type: 'header', parameters: [text('pedido', 'PV-9')] },
        { type: 'body', parameters: [text('nome', 'Ana'), text('data', value)] },
        { type: 'button', sub_type: 'url', index: '1', parameters: [{ type: 'text', text: value }] },
      ]);
    const error = (path: string, name: string) =>
      expect.objectContaining({ path, key: 'errors.support.parameterText', params: { name } });
    expect(broken).toThrow(
      expect.objectContaining({
        options: {
          errors: [
            error('/components/1/parameters/1/text', 'data'),
            error('/components/2/parameters/0/text', '1'),
          ],
        },
      }),
    );
  });

  it('takes four spaces in a row, and drops what surrounds a value', () => {
    const { content } = renderTemplate(toTemplate(stored), [
      { type: 'header', parameters: [text('pedido', 'PV-9')] },
      { type: 'body', parameters: [text('nome', '\n Ana    Bia \t\n'), text('data', '21/11')] },
      { type: 'button', sub_type: 'url', index: '1', parameters: [{ type: 'text', text: 'pv9' }] },
    ]);
    expect(content).toBe('Olá, Ana    Bia. Nova data: 21/11.');
  });

  it('takes values of positional parameters in their order', () => {
    const positional = {
      ...stored,
      parameterFormat: 'POSITIONAL',
      components: [{ type: 'BODY', text: '{{1}} e {{2}}' }],
    };
    const { content, details } = renderTemplate(toTemplate(positional), [
      {
        type: 'body',
        parameters: [
          { type: 'text', text: 'um' },
          { type: 'text', text: 'dois' },
        ],
      },
    ]);
    expect(content).toBe('um e dois');
    expect(details['components']).toEqual([
      {
        type: 'body',
        parameters: [
          { type: 'text', text: 'um' },
          { type: 'text', text: 'dois' },
        ],
      },
    ]);
  });
});
