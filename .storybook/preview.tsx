import type { Preview } from '@storybook/react-vite';
import '../src/app/base.css';
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
    // Every effect runs twice, as it does under `npm run dev`.
    react: { rootOptions: { unstable_strictMode: true } },
    docs: {
      page: WidgetDocs,
      // Written as JSX, a story is all that its stage is handed: gigabytes of it, and a page that hangs.
      source: { type: 'code' },
    },
    viewport: { options: viewports },
    backgrounds: { disabled: true },
    controls: { expanded: true, sort: 'requiredFirst' },
    a11y: {
      test: 'error',
      // Stops of Fluent's focus handling at the edges of the page: they pass on whatever focus comes to them.
      context: { exclude: ['[data-tabster-dummy]'] },
      options: { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
    },
    options: { storySort: { order: ['Molde', 'Widgets'] } },
  },
  beforeEach: watchConsole,
  afterEach: expectQuiet,
};

export default preview;
