import { widgetStories } from '../../src/stories/index.ts';
import definition from './index.ts';

const stories = widgetStories(definition, {
  samples: [
    {
      props: { text: '$story.approve', icon: 'checkmark', primary: true },
      on: { press: [{ toast: { success: '$story.approve' } }] },
    },
    { props: { text: '$story.export', icon: 'arrow-download' } },
    { props: { text: '$actions.cancel', subtle: true } },
    { props: { text: '$actions.delete', icon: 'delete', danger: true } },
    { props: { text: '$actions.delete', danger: true, primary: true } },
    { props: { text: '$actions.refresh', icon: 'arrow-clockwise', iconOnly: true } },
    { props: { text: '$story.approve', disabled: true } },
    { props: { text: '$fields.search', icon: 'filter', badge: 120 } },
  ],
  // A button without text has no accessible name, so the least sample has a sign.
  empty: { props: { text: '…' } },
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
export const Press = stories.other({
  async play({ canvas, userEvent }) {
    const button = await canvas.findByRole('button', { name: 'Aprovar' });
    await userEvent.click(button);
  },
});
