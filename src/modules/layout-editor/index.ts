/** The layout editor of views: a canvas of 12 columns over `src/editor`. */
export { LayoutEditor } from './LayoutEditor.tsx';
