import { expect, screen } from 'storybook/test';
import { widgetStories } from '../../src/stories/index.ts';
import definition from './index.ts';

const stories = widgetStories(definition, {
  samples: [
    {
      rows: 'file',
      props: { label: '$story.title', name: 'name', size: 'size', mime: 'type', date: 'createdAt' },
    },
    { rows: 'file', props: {} },
  ],
});

export default { ...stories.meta, title: 'File list' };

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
/** Files that are dropped on the list are sent; the list shows where they land. */
export const Drop = stories.other({
  samples: [
    {
      rows: 'file',
      props: { label: '$story.title', name: 'name', size: 'size', mime: 'type' },
      on: { drop: [{ upload: { post: '/story', files: { $expr: 'event.files' }, maxFiles: 20 } }] },
    },
  ],
  async play() {
    const [row] = await screen.findAllByRole('listitem');
    const files = new DataTransfer();
    files.items.add(new File(['a'], 'a.txt'));
    // The list takes the drag, so that the browser does not open the file.
    const drag = new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer: files });
    row!.dispatchEvent(drag);
    await expect(drag.defaultPrevented).toBe(true);
  },
});
