import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { storyStrings, widgetStories } from '../../src/stories/index.ts';
import definition from './index.ts';
import { company, companyForm, group, groupForm, orderForm, steps, text } from './testing.ts';

const manyFields = Array.from({ length: 60 }, (_, at) => `field${at}`);

const panels = { rows: [group], props: { document: groupForm, value: group } };
const whole = { rows: [company], props: { document: companyForm, value: company } };

const stories = widgetStories(definition, {
  samples: [
    { rows: 'order', props: { document: orderForm } },
    { rows: 'order', props: { document: orderForm, readOnly: true } },
    { rows: 'person', props: { document: { ...orderForm, ui: { sections: orderForm.ui.sections } } } },
  ],
  dense: [
    {
      rows: 'order',
      props: {
        document: {
          ...orderForm,
          schema: {
            type: 'object',
            properties: Object.fromEntries(
              manyFields.map((field, at) => [
                field,
                at % 3 === 0
                  ? { type: 'integer', title: '$fields.profile' }
                  : { type: 'string', title: '$fields.name' },
              ]),
            ),
          },
          ui: { sections: [{ id: 'many', columns: 3, fields: manyFields.map((field) => ({ field })) }] },
        },
      },
    },
  ],
});

export default { ...stories.meta };

export const Empty = stories.empty();
export const Loading = stories.loading();
export const Failed = stories.failed();
export const Forbidden = stories.forbidden();
export const Dense = stories.dense();
export const LongTexts = stories.longTexts();
export const Portuguese = stories.portuguese();
export const English = stories.english();
export const Spanish = stories.spanish();
export const Narrow = stories.narrow();
export const Wide = stories.wide();
export const Dark = stories.dark();
export const Shapes = stories.shapes();
export const ReadOnly = stories.other({ props: { readOnly: true } });
export const MasksListsAndFiles = stories.other({
  samples: [whole],
  see: '11.222.333/0001-81',
  async play() {
    await expect(await screen.findByDisplayValue('(11) 98765-4321')).toBeVisible();
    // Fields far out of view are rendered as they are scrolled towards it.
    document.querySelector('[data-field="note"]')?.scrollIntoView();
    await expect(await screen.findByText('portaria', {}, { timeout: 10_000 })).toBeVisible();
  },
});
export const AllReadOnly = stories.other({
  samples: [{ ...whole, props: { document: companyForm, value: company, readOnly: true } }],
  see: '11.222.333/0001-81',
});
export const Wizard = stories.other({
  samples: [
    {
      rows: [company],
      props: { document: { ...companyForm, ui: { ...companyForm.ui, steps } }, value: company },
    },
  ],
  async play() {
    await userEvent.click(await screen.findByRole('button', { name: 'Continuar' }));
    await expect(await screen.findByDisplayValue('Helena Drummond')).toBeVisible();
  },
});
export const Draft = stories.other({
  samples: [{ rows: 'order', props: { document: orderForm, draft: true } }],
});
export const MatrixAndPendingList = stories.other({
  samples: [panels],
  see: 'Helena Drummond',
  async play() {
    const grid = await screen.findByRole('grid', {}, { timeout: 10_000 });
    await userEvent.click(within(grid).getAllByRole('checkbox')[4]!);
    await userEvent.click(await screen.findByRole('button', { name: 'Remover Ana Luz' }));
    await expect(await screen.findByText('Será removido')).toBeVisible();
  },
});
export const PanelsNarrow = stories.narrow({ samples: [panels], see: 'Helena Drummond' });
/** A source computes with the values while they are edited, and what it finds stands at their fields. */
export const ValuesAndErrors = stories.other({
  samples: [
    {
      props: {
        document: orderForm,
        value: { id: 1, code: 'PED-4000', customer: 'Ana Luz ME', status: 'open', items: 3 },
        guard: false,
        values: 'state.values',
        errors: {
          $expr: "state.values.items > 40 ? [{ 'path': '/items', 'message': 'Só há 40 em estoque.' }] : []",
        },
      },
    },
  ],
  document: { state: { values: null } },
  async play() {
    const items = await screen.findByDisplayValue('3');
    await userEvent.clear(items);
    await userEvent.type(items, '50');
    await expect(await screen.findByText('Só há 40 em estoque.')).toBeVisible();
  },
});
/** A password is as wide as its neighbours, which stay where they are while its strength is told. */
export const NewPassword = stories.other({
  samples: [
    {
      props: {
        document: {
          ...orderForm,
          id: 'password',
          strings: storyStrings,
          schema: {
            type: 'object',
            properties: {
              name: text('$fields.name'),
              password: text('$story.code'),
              note: text('$story.note'),
            },
          },
          ui: {
            sections: [
              {
                id: 'main',
                columns: 1,
                fields: [
                  'name',
                  { field: 'password', widget: 'password', autocomplete: 'new-password' },
                  'note',
                ],
              },
            ],
          },
        },
        guard: false,
      },
    },
  ],
  async play() {
    const place = (name: string) => document.querySelector(`[name="${name}"]`)!.closest('.fui-Input')!;
    await waitFor(() => expect(document.querySelector('[name="note"]')).toBeVisible());
    const before = place('note').getBoundingClientRect();
    expect(place('password').getBoundingClientRect().width).toBe(before.width);
    await userEvent.type(document.querySelector('[name="password"]')!, 'cavalo-bateria-grampo');
    await expect(await screen.findByRole('status', { name: /^Força da senha/ })).toBeVisible();
    expect(place('note').getBoundingClientRect().top).toBe(before.top);
  },
});
const option = (value: string, label: string) => ({ value, label });
const conditionPaths = [
  {
    ...option('name', 'Nome'),
    operators: [option('eq', 'é'), option('contains', 'contém')],
    choices: [],
  },
  {
    ...option('state', 'Estado'),
    operators: [option('eq', 'é'), option('in', 'é um de')],
    choices: [option('PE', 'Pernambuco'), option('PR', 'Paraná')],
  },
];
const fromPaths = { source: 'paths', value: 'value', label: 'label' };
const ofPath = (rows: string) => ({ ...fromPaths, of: { field: 'path', key: 'value', rows } });
/** Comparisons and values are those of the field that each condition chooses. */
export const OptionsOfARow = stories.other({
  samples: [
    {
      props: {
        document: {
          ...orderForm,
          id: 'conditions',
          strings: storyStrings,
          schema: {
            type: 'object',
            properties: {
              conditions: {
                type: 'array',
                title: '$story.items',
                items: {
                  type: 'object',
                  properties: {
                    path: text('$fields.name'),
                    operator: text('$story.code'),
                    value: text('$story.label'),
                  },
                },
              },
            },
          },
          ui: {
            sections: [
              {
                id: 'main',
                fields: [
                  {
                    field: 'conditions',
                    fields: [
                      { field: 'path', widget: 'select', options: fromPaths },
                      { field: 'operator', widget: 'select', options: ofPath('operators') },
                      {
                        field: 'value',
                        widget: 'select',
                        options: { ...fromPaths, of: { ...ofPath('choices').of, typed: true } },
                      },
                    ],
                  },
                ],
              },
            ],
          },
        },
        value: {
          id: 1,
          conditions: [
            { path: 'name', operator: 'contains', value: 'Ana' },
            { path: 'state', operator: 'eq', value: 'PR' },
          ],
        },
        guard: false,
      },
    },
  ],
  document: { sources: { paths: { value: { $expr: JSON.stringify(conditionPaths) } } } },
  async play() {
    await expect(await screen.findByDisplayValue('Ana', {}, { timeout: 10_000 })).toBeVisible();
    await expect(await screen.findByText('Paraná')).toBeVisible();
  },
});
export const CopiedRows = stories.other({
  samples: [
    {
      props: {
        document: {
          ...orderForm,
          id: 'hours',
          strings: storyStrings,
          schema: {
            type: 'object',
            properties: {
              openFrom: text('$story.first'),
              openTo: text('$story.second'),
              lateFrom: text('$story.first'),
              lateTo: text('$story.second'),
            },
          },
          ui: {
            sections: [
              {
                id: 'hours',
                columns: 2,
                copy: '$story.items',
                fields: ['openFrom', 'openTo', 'lateFrom', 'lateTo'].map((field) => ({
                  field,
                  widget: 'time',
                })),
              },
            ],
          },
        },
        value: { id: 1, openFrom: '08:00', openTo: '18:00' },
        guard: false,
      },
    },
  ],
  async play() {
    const [first] = await screen.findAllByRole('button', { name: /\(/ });
    await userEvent.click(first!);
    await expect(await screen.findAllByDisplayValue('18:00')).toHaveLength(2);
  },
});
