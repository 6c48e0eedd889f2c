import { widgetStories } from '../../src/stories/index.ts';
import definition from './index.ts';

const access = { screen: 'story', verb: 'update' };
const orderForm = {
  kind: 'form',
  formatVersion: 1,
  id: 'order',
  title: '$fields.name',
  access,
  schema: {
    type: 'object',
    properties: {
      code: { type: 'string', title: '$fields.login', readOnly: true },
      customer: { type: 'string', title: '$fields.name', minLength: 3, maxLength: 120 },
      status: { title: '$fields.status', enum: ['open', 'paid', 'late', 'canceled'] },
      items: { type: 'integer', title: '$fields.profile', minimum: 1, maximum: 99 },
      dueDate: { type: 'string', format: 'date', title: '$fields.updatedAt' },
    },
    required: ['customer', 'status'],
  },
  ui: {
    sections: [
      {
        id: 'order',
        title: '$screens.users.form.personal',
        columns: 2,
        fields: ['code', 'customer', 'status', 'items', 'dueDate'].map((field) => ({ field })),
      },
    ],
  },
};
const manyFields = Array.from({ length: 60 }, (_, at) => `field${at}`);

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
