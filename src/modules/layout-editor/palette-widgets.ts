/** Widgets that a view does not contain: parts of the product's own screens. */
const leftOut = new Set([
  'code-editor',
  'preview',
  'theme-preview',
  'dialog',
  'panel',
  'page-header',
  'presence',
  'breadcrumb',
]);

export const isForViews = (type: string): boolean => !leftOut.has(type);
