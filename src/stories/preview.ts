/** For .storybook/preview.tsx. */
export { expectQuiet, watchConsole } from './checks.ts';
export { initialGlobals, toolbar, viewports } from './globals.ts';
export { WidgetDocs } from './WidgetDocs.tsx';
