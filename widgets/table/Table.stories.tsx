import { widgetStories } from '../../src/stories/index.ts';
import definition from './index.ts';

const stories = widgetStories(definition, {
  samples: [
    {
      rows: 'person',
      props: {
        rowName: 'name',
        columns: [
          { field: 'name', title: '$fields.name', cell: 'avatar', sort: true, minWidth: 220 },
          { field: 'email', title: '$fields.email', secondary: true },
          { field: 'city', title: '$story.city', sort: true },
          { field: 'age', title: '$story.age', cell: 'number', sort: true, width: 90 },
          { field: 'updatedAt', title: '$fields.updatedAt', cell: 'datetime', width: 160 },
          {
            field: 'isActive',
            title: '$fields.status',
            cell: 'badge',
            width: 130,
            map: { Y: '$status.active', N: '$status.inactive' },
            tones: { Y: 'normal', N: 'neutral' },
          },
        ],
        rowActions: [
          { id: 'edit', text: '$actions.edit', icon: 'edit', do: [{ navigate: '/story/{row.id}' }] },
          {
            id: 'copy',
            text: '$actions.duplicate',
            icon: 'copy',
            do: [{ navigate: '/story/{row.id}/copy' }],
          },
        ],
      },
    },
    {
      rows: 'order',
      props: {
        rowName: 'code',
        columns: [
          { field: 'code', title: '$story.code', cell: 'link', link: '/story/{row.id}', width: 120 },
          { field: 'customer', title: '$story.customer' },
          {
            field: 'status',
            title: '$story.label',
            cell: 'badge',
            width: 120,
            map: {
              open: '$story.open',
              paid: '$story.paid',
              late: '$story.late',
              canceled: '$story.canceled',
            },
            tones: { open: 'info', paid: 'success', late: 'danger', canceled: 'neutral' },
          },
          { field: 'dueDate', title: '$story.dueDate', cell: 'date', width: 120 },
          { field: 'total', title: '$story.total', cell: 'number', decimals: 2, width: 130 },
          { field: 'note', title: '$story.note', secondary: true },
        ],
      },
    },
    {
      rows: 'file',
      props: {
        columns: [
          { field: 'name', title: '$fields.name', cell: 'link', link: '/story/{row.id}' },
          { field: 'author.name', title: '$screens.users.person' },
          { field: 'size', title: '$story.size', cell: 'number', width: 120 },
        ],
      },
    },
  ],
});

export default { ...stories.meta };

export const Empty = stories.empty({
  props: { empty: { icon: 'box', title: '$story.empty', text: '$story.emptyHint' } },
  see: '$story.emptyHint',
});
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
export const Missing = stories.missing();
