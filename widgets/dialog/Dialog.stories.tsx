import { textNode, widgetStories } from '../../src/stories/index.ts';
import definition from './index.ts';

const button = (id: string, text: string, rest = {}) => ({
  id,
  type: 'button',
  props: { text, ...rest },
  on: { press: [{ close: 'sample' }] },
});
const footer = [button('cancel', '$actions.cancel'), button('approve', '$story.approve', { primary: true })];

const stories = widgetStories(definition, {
  dialog: true,
  samples: [
    {
      props: { title: '$story.title', subtitle: '$story.subtitle', footer: ['cancel', 'approve'] },
      children: [textNode('words', '$story.paragraph'), ...footer],
    },
  ],
  dense: [
    {
      props: { title: '$story.title', size: 'large', footer: ['cancel', 'approve'] },
      children: [
        ...Array.from({ length: 60 }, (_, at) => textNode(`line${at}`, '$story.paragraph')),
        button('more', '$story.more'),
        ...footer,
      ],
    },
  ],
  empty: { props: { title: '…' } },
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
export const Small = stories.other({ props: { size: 'small' } });
export const Persistent = stories.other({ props: { persistent: true } });
