/** The layout editor of views and of saved widgets: a canvas of 12 columns over `src/editor`. */
export { LayoutEditor } from './LayoutEditor.tsx';
export { viewSubject, widgetSubject, type Subject } from './subject.ts';
