import type { Preview } from '@storybook/react-vite';
import '../src/app/base.css';
import '../src/app/fonts.css';
import {
  expectQuiet,
  initialGlobals,
  toolbar,
  viewports,
  watchConsole,
  WidgetDocs,
} from '../src/stories/preview.ts';

const preview: Preview = {
  tags: ['autodocs'],
  globalTypes: toolbar,
  initialGlobals,
  parameters: {
    layout: 'fullscreen',
    // Effects run twice, as under `npm run dev`.
    react: { rootOptions: { unstable_strictMode: true } },
    docs: {
      page: WidgetDocs,
      // As JSX, Storybook would print all props of the stage: gigabytes of text, in which the page hangs.
      source: { type: 'code' },
    },
    viewport: { options: viewports },
    backgrounds: { disabled: true },
    controls: { expanded: true, sort: 'requiredFirst' },
    a11y: {
      test: 'error',
      // Fluent's focus sentinels at the edges of the page pass the focus on.
      context: { exclude: ['[data-tabster-dummy]'] },
      options: { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
    },
    options: { storySort: { order: ['Molde', 'Widgets'] } },
  },
  beforeEach: watchConsole,
  afterEach: expectQuiet,
};

export default preview;
